// A checkout compiled file by file: what is shipped is a bundle, of which single parts can not be had.
import { join } from 'node:path';
import { build } from 'esbuild';
import { here } from './places.js';

/**
 * Compiles the sources of a checkout, and beside them the process that holds its layers; gives the
 * folder of what came out, which stands where dist does.
 */
export async function compiled(checkout: string): Promise<string> {
  const outdir = join(checkout, '.compiled');
  const entryPoints = ['src/**/*.ts', 'src/**/*.js'].map((path) => join(checkout, path));
  const options = { format: 'esm', platform: 'node', target: 'node20.18' } as const;
  await build({ entryPoints, outdir, outbase: join(checkout, 'src'), ...options });
  const own = { entryPoints: [here('lib/layered.ts')], outfile: join(outdir, 'layered.js') };
  await build({ ...own, ...options });
  return outdir;
}
