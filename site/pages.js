// Lays out the pages of the site: the documents as they are, and what they lead to outside of `docs/`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
/** Made anew by each build, and kept out of the repository: what is built imports what is installed beside it. */
const pages = new URL('pages/', import.meta.url);
const frontEnd = 'examples/web/README.md';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');

/** Writes all pages. @returns the names of the documents with their titles */
export function layOut() {
  rmSync(pages, { recursive: true, force: true });
  mkdirSync(pages);
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(new URL(name, pages), text);
  write('index.md', readFileSync(new URL('home.md', import.meta.url), 'utf8'));
  // Links to what the site does not hold are written as the names that they are.
  write('front-end.md', read(frontEnd).replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1'));
  const names = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
  for (const name of names) {
    write(name, read(`docs/${name}`).replaceAll(`](../${frontEnd})`, '](front-end.md)'));
  }
  return [...names, 'front-end.md'].map((name) => {
    const title = /^# (.*)/m.exec(readFileSync(new URL(name, pages), 'utf8'))?.[1] ?? name;
    return { name: name.slice(0, -'.md'.length), title };
  });
}
