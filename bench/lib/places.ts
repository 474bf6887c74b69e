// Where the parts of the benchmark lie, whichever of them asks.
import { fileURLToPath } from 'node:url';

/** The path of a file of this folder, by its place in it. */
export const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
