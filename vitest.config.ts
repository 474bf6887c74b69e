import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

export default defineConfig(({ mode }) => ({
  // Node takes graphql's main file; Vite would take its other build, and two copies of the library
  // do not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    // How long others wait is measured on a machine that does nothing else: `npm run attack:short`.
    exclude: [
      ...configDefaults.exclude,
      ...(mode === 'attack' ? [] : ['test/server/attack.test.ts']),
    ],
    // graphql-js, which these compare with, leaves promises behind when a list fails; the
    // server's own executor rejects with no such error.
    onUnhandledError: (error) =>
      error.name !== 'GraphQLError' || !('VITEST_TEST_PATH' in error)
        ? true
        : !/(?:fuzz|holes)(?:\.long)?\.test\.ts$/.test(String(error.VITEST_TEST_PATH)),
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each process holds one embedded database of some 300 MB; files share it, and the modules.
    // Of its time it waits a half, for the engine's thread, other processes or a clock, so that
    // two cores have enough to do for three. Concurrent tests are those that wait.
    maxConcurrency: 10,
    maxWorkers: 3,
    // As the product has it (`operating/process.ts`): some 6 % less processor time.
    execArgv: ['--no-allocation-site-pretenuring'],
    isolate: false,
  },
}));
