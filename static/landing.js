// Script of the page at `/`: asks a query and shows the answer. Answers are put together out of
// text nodes: nothing that a ledger says becomes HTML.
const at = (id) => document.getElementById(id);
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

async function ask(query) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  return answer.json();
}

function show(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(tokens)) {
    const part = document.createElement('span');
    const isText = found[1] !== undefined;
    part.className = isText ? (found[2] ? 'key' : 'text') : /\d/.test(found[0]) ? 'number' : 'word';
    part.textContent = isText ? found[1] : found[0];
    parts.push(text.slice(end, found.index), part);
    end = found.index + part.textContent.length;
  }
  at('body').replaceChildren(...parts, text.slice(end));
}

async function run() {
  const query = at('query').value;
  if (at('open')) at('open').href = `/graphql?query=${encodeURIComponent(query)}`;
  at('time').textContent = '…';
  const start = performance.now();
  try {
    const answer = await ask(query);
    at('time').textContent = `${Math.round(performance.now() - start)} ms`;
    at('body').classList.toggle('bad', 'errors' in answer);
    show(JSON.stringify(answer, null, 2));
  } catch (error) {
    at('time').textContent = '';
    at('body').classList.add('bad');
    at('body').textContent = `No answer: ${error.message}`;
  }
}

function tell(state, label, text) {
  at('state').className = `dot ${state}`;
  at('state').ariaLabel = label;
  at('newest').textContent = text;
}

async function newest() {
  const ready = await fetch('/ready').then(
    ({ ok }) => ok,
    () => false,
  );
  if (!ready) return tell('bad', 'does not answer', ', which does not answer at the moment');
  tell('good', 'ready', '');
  // An endpoint may refuse this operation; it is ready all the same.
  const { data } = await ask('{ blocks(first: 1) { nodes { number timestamp { to } } } }');
  const block = data?.blocks?.nodes[0];
  if (!block?.timestamp.to) return;
  const time = new Date(Number(block.timestamp.to.split('.')[0]) * 1000).toISOString();
  tell('good', 'ready', `, up to block ${block.number} of ${time.slice(0, 19)}Z`);
}

at('run').addEventListener('click', run);
at('query').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
});
at('query').addEventListener('input', () => {
  if (at('open')) at('open').href = `/graphql?query=${encodeURIComponent(at('query').value)}`;
});
newest().catch(() => {});
run();
