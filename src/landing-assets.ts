// Style and script of the page at `/`; both go into the page as they are.

export const style = `
:root {
  color-scheme: light dark;
  --back: #fff; --side: #f5f6f8; --text: #1c2430; --faint: #5b6675; --line: #dde1e7;
  --accent: #2453c9; --good: #157347; --bad: #b3261e; --word: #7a3e9d; --number: #9a5b00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161c; --side: #181d25; --text: #e3e7ed; --faint: #98a3b3; --line: #2c3440;
    --accent: #86a8ff; --good: #6fd3a0; --bad: #ff9d94; --word: #d3a6f2; --number: #e8b56a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2.2rem 2rem 1.5rem; max-width: 78rem; height: 100vh; min-height: 44rem;
  display: grid; grid-template-rows: auto auto minmax(0, 1fr); gap: 1.4rem;
  font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
}
h1 { margin: 0; font-size: 30px; line-height: 1.2; letter-spacing: -0.01em; }
header p { margin: 0.2rem 0 0; }
.ledger { margin-top: 0.5rem; }
.dot {
  display: inline-block; width: 0.65rem; height: 0.65rem; margin-right: 0.3rem; border-radius: 50%;
  background: var(--faint);
}
.dot.good { background: var(--good); }
.dot.bad { background: var(--bad); }
.faint { color: var(--faint); font-size: 13px; font-weight: 400; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0.8rem; }
nav a {
  padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 10px;
  background: var(--side); color: var(--text);
}
nav a:hover { border-color: var(--accent); text-decoration: none; }
nav b { display: block; color: var(--accent); }
nav span { color: var(--faint); font-size: 13.5px; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.2rem; min-height: 0; }
section { display: flex; flex-direction: column; min-height: 0; }
h2 { margin: 0 0 0.5rem; font-size: 16px; }
code, pre, textarea { font: 13px/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
h2 code { color: var(--faint); font-weight: 400; }
textarea, pre {
  flex: 1; min-height: 0; margin: 0; padding: 0.8rem 1rem; width: 100%; resize: none;
  color: inherit; background: var(--side); border: 1px solid var(--line); border-radius: 10px;
  white-space: pre-wrap; overflow-wrap: anywhere; overflow: auto;
}
pre .key { color: var(--accent); }
pre .text { color: var(--good); }
pre .number { color: var(--number); }
pre .word { color: var(--word); }
pre.bad { border-color: var(--bad); }
.send { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; margin: 0.7rem 0 0; }
button {
  font: inherit; cursor: pointer; padding: 0.3rem 1.3rem; border: 1px solid var(--accent);
  border-radius: 7px; color: var(--back); background: var(--accent);
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 50rem) {
  body { padding: 1.2rem; height: auto; }
  textarea, pre { min-height: 20rem; max-height: 30rem; }
  main { grid-template-columns: minmax(0, 1fr); }
}
`;

// Answers are put together out of text nodes: nothing that a ledger says becomes HTML.
export const script = String.raw`
const at = (id) => document.getElementById(id);
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

async function ask(query) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
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
  if (at('open')) at('open').href = '/graphql?query=' + encodeURIComponent(query);
  at('time').textContent = '…';
  const start = performance.now();
  try {
    const answer = await ask(query);
    at('time').textContent = Math.round(performance.now() - start) + ' ms';
    at('body').classList.toggle('bad', 'errors' in answer);
    show(JSON.stringify(answer, null, 2));
  } catch (error) {
    at('time').textContent = '';
    at('body').classList.add('bad');
    at('body').textContent = 'No answer: ' + error.message;
  }
}

function tell(state, label, text) {
  at('state').className = 'dot ' + state;
  at('state').ariaLabel = label;
  at('newest').textContent = text;
}

async function newest() {
  const ready = await fetch('/ready').then(({ ok }) => ok, () => false);
  if (!ready) return tell('bad', 'does not answer', ', which does not answer at the moment');
  tell('good', 'ready', '');
  // An endpoint may refuse this operation; it is ready all the same.
  const { data } = await ask('{ blocks(first: 1) { nodes { number timestamp { to } } } }');
  const block = data?.blocks?.nodes[0];
  if (!block?.timestamp.to) return;
  const time = new Date(Number(block.timestamp.to.split('.')[0]) * 1000).toISOString();
  tell('good', 'ready', ', up to block ' + block.number + ' of ' + time.slice(0, 19) + 'Z');
}

at('run').addEventListener('click', run);
at('query').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
});
at('query').addEventListener('input', () => {
  if (at('open')) at('open').href = '/graphql?query=' + encodeURIComponent(at('query').value);
});
newest().catch(() => {});
run();
`;
