// The house's own measures: short files that open with what they are for, in names that tell.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);

/** Paths of the files that are written by hand in these folders. */
const filesIn = (...folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|js|css)$/.test(name) && !/generated|node_modules|gql\//.test(name))
      .map((name) => `${folder}/${name}`),
  );

const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const linesOf = (path: string) => textOf(path).split('\n').length - 1;
const programs = filesIn(
  ...['src', 'test', 'static', 'attack', 'bench', 'conformance', 'scripts', 'examples/web/src'],
);

describe('the files', () => {
  it('have 300 lines at the most', () => {
    expect(programs.length).toBeGreaterThan(300);
    expect(programs.filter((path) => linesOf(path) > 300)).toEqual([]);
  });

  it('of src have fewer than 90 in the middle', () => {
    const lengths = filesIn('src')
      .map(linesOf)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(90);
  });

  it('open with a sentence that says what they are for', () => {
    const opening = /^(#!.*\n)?(\/\/ .*\n)+|^\/\* [^*]+\*\//;
    const isTold = (path: string) =>
      /\w.*[.?]( \*\/)?$/m.test(opening.exec(textOf(path))?.[0] ?? '');
    const silent = programs.filter((path) => !isTold(path));
    expect(silent).toEqual([]);
  });

  it('import resources by names that tell which', () => {
    const hidden = filesIn('src').filter((path) => /\w as (list|lookup)\b/.test(textOf(path)));
    expect(hidden).toEqual([]);
  });

  // V8 makes such a function among the old objects (`CheckAssigningFunctionLiteralToProperty` in its
  // parser): what it leads to stays until all of the memory is collected, be it over at once.
  it('of src give no member a function that is written there', () => {
    const written =
      /^(?!\s*(?:const|let|type) ).*[\w\])](?:\.#?\w+|\[[^\]]+\]) (?:\?\?|\|\|)?= (?:async )?(?:function\b|\w+ =>|\([^()]*\)(?:: [^=]+)? =>)/m;
    expect(written.test('  run.whenWhole = () => whole(answer);')).toBe(true);
    expect(filesIn('src').filter((path) => written.test(textOf(path)))).toEqual([]);
  });

  it('of tests that start a browser, or the product as a process, are called long', () => {
    const starts = /from '\.\.\/support\/(?:product|chromium|started|web|web-page)\.js'/;
    const starting = filesIn('test').filter(
      (path) => path.endsWith('.test.ts') && starts.test(textOf(path)),
    );
    expect(starting.length).toBeGreaterThan(10);
    expect(starting.filter((path) => !path.endsWith('.long.test.ts'))).toEqual([]);
  });

  it('are not called by what could hold anything', () => {
    const vague = /(^|[/.-])(utils?|helpers?|common|misc|shared-code)([/.-]|$)/;
    expect(programs.filter((path) => vague.test(path))).toEqual([]);
  });
});

describe('the documents', () => {
  const documents = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...readdirSync(new URL('docs', root)).map((name) => `docs/${name}`),
  ].filter((path) => path.endsWith('.md'));

  /** Files that a document names, as they are called from the top or from `src`. */
  const namedIn = (path: string) =>
    [
      ...textOf(path).matchAll(
        /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|json|graphql|css)|(?:[\w.-]+\/)+)`/g,
      ),
    ]
      .map(([, name]) => name as string)
      .filter((name) => !/^(dist\/|mirrorql\/|@)/.test(name));

  it('name files and folders that are there', () => {
    const there = (name: string) =>
      ['', 'src/', 'src/graphql/', 'examples/web/'].some((folder) =>
        existsSync(new URL(folder + name, root)),
      );
    const lost = documents.flatMap((path) =>
      namedIn(path)
        .filter((name) => !there(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(documents.flatMap(namedIn).length).toBeGreaterThan(40);
    expect(lost).toEqual([]);
  });

  it('have a map of 16 rows at the most, on the first screen', () => {
    const [, map = ''] = textOf('README.md').split('## Where things are');
    const rows =
      map
        .split('\n## ')[0]
        ?.split('\n')
        .filter((line) => /^\| `/.test(line)) ?? [];
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThanOrEqual(16);
  });
});
