// Builds dist/: the code in few files, so that a start reads little; declarations of what is imported; licences of what is inside; with --sample the sample ledger, too.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { fingerprintOfSources } from '../src/sample/fingerprint.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const { dependencies, peerDependencies } = JSON.parse(read('package.json'));

const fingerprint = fingerprintOfSources();

/**
 * A text with a single letter beyond Latin-1 takes two bytes for each of them for as long as its program
 * runs. Those of code are escaped already; what is left stands in the comments of packages.
 */
function narrow(/** @type {string} */ path) {
  const comment = /(?:\/\/|^\s*\/?\*).*$/gm;
  const narrowed = (/** @type {string} */ line) => line.replace(/[^\0-\xff]/g, '?');
  writeFileSync(path, readFileSync(path, 'utf8').replace(comment, narrowed));
}

/** A map that says nothing: stack traces name our files, and those of packages as they were built. */
const emptyMap = Buffer.from(
  '{"version":3,"sources":[""],"sourcesContent":[""],"mappings":"AAAA"}',
).toString('base64');
const unmapped = {
  name: 'packages-without-maps',
  setup(/** @type {import('esbuild').PluginBuild} */ { onLoad }) {
    onLoad({ filter: /node_modules.*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
      loader: 'js',
    }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  metafile: true,
  sourcemap: true,
  logLevel: 'warning',
};

/**
 * Puts the code together, with all packages that are not installed beside it.
 * @param {string} outdir
 * @param {boolean} [write] whether to, or only to find out what is inside
 * @returns the folders of the packages that are inside
 */
export async function bundle(outdir, write = true) {
  const programs = build({
    ...common,
    outdir,
    write,
    splitting: true,
    platform: 'node',
    target: 'node20.18',
    plugins: [unmapped],
    entryPoints: [
      ...['main', 'index'].map((name) => ({ in: `src/${name}.ts`, out: name })),
      { in: 'src/sql/engines/worker.js', out: 'worker' },
      { in: 'src/graphql/http/graphiql-worker.js', out: 'graphiql-worker' },
      { in: 'src/sample/prepared.ts', out: 'sample' },
      { in: 'src/sample/fill.ts', out: 'fill' },
    ],
    external: [...Object.keys({ ...dependencies, ...peerDependencies }), 'pg-native'],
    define: { SAMPLE_FINGERPRINT: JSON.stringify(fingerprint) },
    // Packages in CommonJS ask for what Node has by `require`.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  // What runs in browsers stands alone.
  const client = build({
    ...common,
    outdir,
    write,
    platform: 'neutral',
    target: 'es2022',
    entryPoints: ['src/client.ts'],
  });
  const made = await Promise.all([programs, client]);
  const outputs = made.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {}));
  if (write)
    for (const path of outputs.filter((one) => one.endsWith('.js'))) narrow(join(root, path));
  const inputs = made.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  const found = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '');
  return [...new Set(found)].filter(Boolean).sort();
}

/** Declarations of what can be imported. */
function declare(/** @type {string} */ outdir) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = ['-p', join(root, 'tsconfig.build.json'), '--outDir', outdir];
  const { status } = spawnSync(process.execPath, [compiler, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the declarations can not be made');
}

/** The licences of the packages that are inside, word for word. */
function noticesOf(/** @type {readonly string[]} */ folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(read(`${folder}/package.json`));
    const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
    return `${name} ${version} (${license})\n\n${file ? read(`${folder}/${file}`).trim() : ''}`;
  });
  return `What dist/ holds of other packages, and their licences.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Builds all of it anew. */
export async function buildAll(/** @type {string} */ outdir) {
  rmSync(outdir, { recursive: true, force: true });
  const inside = await bundle(outdir);
  declare(outdir);
  writeFileSync(join(outdir, 'LICENSES.txt'), noticesOf(inside));
}

/** Lays the sample ledger beside the code, so that no start of the package has to make it. */
export async function addSample(/** @type {string} */ outdir) {
  const { openSampleDatabase } = await import(pathToFileURL(join(outdir, 'sample.js')).href);
  const sample = await openSampleDatabase();
  await sample.save(join(outdir, `sample-${fingerprint}.tar.gz`));
  await sample.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildAll(join(root, 'dist'));
  if (process.argv.includes('--sample')) await addSample(join(root, 'dist'));
}
