// Style and script of the documentation page; both go into the page as they are.

export const style = `
:root {
  color-scheme: light dark;
  --back: #fff; --side: #f5f6f8; --text: #1c2430; --faint: #5b6675; --line: #dde1e7;
  --accent: #2453c9; --code: #eef1f5; --good: #157347; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161c; --side: #181d25; --text: #e3e7ed; --faint: #98a3b3; --line: #2c3440;
    --accent: #86a8ff; --code: #202732; --good: #6fd3a0; --bad: #ff9d94;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr);
  font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
}
code, pre, input, select { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
code { font-size: 0.87em; background: var(--code); padding: 0.1em 0.35em; border-radius: 4px; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
nav {
  position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem;
  background: var(--side); border-right: 1px solid var(--line); font-size: 14px;
}
nav .home { font-weight: 650; color: var(--text); }
nav h2 { margin: 1.2rem 0 0.3rem; font-size: 12px; letter-spacing: 0.05em; color: var(--faint); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { padding: 0.15rem 0; }
nav h2, main > h2 { text-transform: capitalize; }
main { padding: 2rem 3rem 6rem; max-width: 76rem; }
main > p { max-width: 46rem; }
h1 { margin: 0 0 1rem; font-size: 28px; line-height: 1.2; }
main > h2 + .wide { margin-top: 0.8rem; }
h1 small { font-size: 15px; font-weight: 400; color: var(--faint); }
main > h2 { margin: 3rem 0 0; font-size: 22px; }
section { margin: 1.2rem 0; padding: 1.1rem 1.4rem; border: 1px solid var(--line); border-radius: 10px; }
section:target { border-color: var(--accent); }
h3 { margin: 0; font-size: 16px; }
h3 a { color: inherit; }
h3 b { font-size: 12px; letter-spacing: 0.05em; color: var(--accent); }
h3 code { background: none; font-size: 1em; }
.faint { color: var(--faint); font-size: 0.9em; }
code.faint { background: none; padding: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
thead th { font-size: 12px; font-weight: 600; color: var(--faint); white-space: nowrap; }
th, td {
  padding: 0.45rem 1rem 0.45rem 0; text-align: left; vertical-align: top; font-weight: 400;
  border-top: 1px solid var(--line);
}
thead th { border: 0; }
tbody th { white-space: nowrap; }
.parameters td:nth-child(3) { min-width: 6.5rem; }
.fields td:nth-child(2) { white-space: nowrap; }
.in-1 { padding-left: 1.4rem; }
.in-2 { padding-left: 2.8rem; }
.in-3 { padding-left: 4.2rem; }
.in-4 { padding-left: 5.6rem; }
.try { width: 15rem; min-width: 13rem; padding-right: 0; }
input, select {
  width: calc(100% - 2rem); margin-bottom: 0.25rem; padding: 0.25rem 0.4rem; font-size: 13px;
  color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: 5px;
}
button { font: inherit; cursor: pointer; border-radius: 6px; border: 1px solid var(--accent); }
.more { width: 1.7rem; margin-left: 0.3rem; color: var(--accent); background: none; padding: 0; }
.send { display: flex; gap: 0.8rem; align-items: baseline; margin: 0.8rem 0; }
.send button { padding: 0.25rem 1rem; color: var(--back); background: var(--accent); }
.url { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.status { margin: 0.4rem 0; font-weight: 600; color: var(--good); }
.status.bad { color: var(--bad); }
pre {
  max-height: 28rem; overflow: auto; margin: 0; padding: 0.8rem 1rem; font-size: 13px;
  background: var(--code); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere;
}
details { margin: 0.4rem 0; }
summary { cursor: pointer; }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 14rem; border: 0; }
  main { padding: 1.2rem; }
  section { padding: 0.9rem; }
}
`;

// The body of an answer stays text: parsing it would round 64-bit integers.
export const script = String.raw`
const tokens = /\{\s*\}|\[\s*\]|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

function layOut(text) {
  let depth = 0;
  const line = () => '\n' + '  '.repeat(depth);
  return text.replace(tokens, (token) => {
    if (token === '{' || token === '[') return depth++, token + line();
    if (token === '}' || token === ']') return depth--, line() + token;
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
    if ('key' in dataset) path = path.replace('{' + name + '}', text);
    else pairs.push(name + '=' + text);
  }
  return pairs.length > 0 ? path + '?' + pairs.join('&') : path;
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
    status.textContent = answer.status + ' ' + answer.statusText + ' · ' + time + ' ms';
    status.classList.toggle('bad', !answer.ok);
    body.textContent = layOut(text);
  } catch (error) {
    status.textContent = error.message;
    status.classList.add('bad');
    body.textContent = '';
  }
}

for (const form of document.querySelectorAll('form')) {
  const show = () => { form.querySelector('.url').textContent = addressOf(form); };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => { event.preventDefault(); send(form); });
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
`;
