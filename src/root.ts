// Where the files lie that come with the code: pages' styles, examples, the version.

/** The package's folder: one above this file in the sources, and one above each file that is built of it. */
export const packageRoot = new URL('../', import.meta.url);
