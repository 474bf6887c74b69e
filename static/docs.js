// Script of the page at /api/v1/docs: sends what its forms say. The body of an answer stays text:
// parsing it would round 64-bit integers.
const tokens = /\{\s*\}|\[\s*\]|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

function layOut(text) {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return text.replace(tokens, (token) => {
    if (token === '{' || token === '[') {
      depth += 1;
      return token + line();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return line() + token;
    }
    if (token === ',') return token + line();
    return token === ':' ? ': ' : token;
  });
}

function addressOf(form) {
  let path = form.dataset.path;
  const pairs = [];
  for (const { name, value, dataset } of form.querySelectorAll('[name]')) {
    if (value === '') continue;
    const text = encodeURIComponent(value).replaceAll('%3A', ':');
    if ('key' in dataset) path = path.replace(`{${name}}`, text);
    else pairs.push(`${name}=${text}`);
  }
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

async function send(form) {
  const status = form.querySelector('.status');
  const body = form.querySelector('pre');
  form.querySelector('.answer').hidden = false;
  status.textContent = '…';
  try {
    const start = performance.now();
    const answer = await fetch(addressOf(form));
    const text = await answer.text();
    const time = Math.round(performance.now() - start);
    status.textContent = `${answer.status} ${answer.statusText} · ${time} ms`;
    status.classList.toggle('bad', !answer.ok);
    body.textContent = layOut(text);
  } catch (error) {
    status.textContent = error.message;
    status.classList.add('bad');
    body.textContent = '';
  }
}

for (const form of document.querySelectorAll('form')) {
  const show = () => {
    form.querySelector('.url').textContent = addressOf(form);
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
  for (const more of form.querySelectorAll('.more')) {
    more.addEventListener('click', () => {
      const control = more.previousElementSibling.cloneNode(true);
      control.value = '';
      more.before(control);
      control.focus();
    });
  }
  show();
}
