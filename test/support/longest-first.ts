// The order of the test files: what takes longest begins first, so that no worker is left alone with it.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than some seconds, the longest first; others follow as Vitest puts them. */
const longest = [
  ...[
    'server/start',
    'ledger/ledger',
    'browser/graphiql',
    'browser/accessibility',
    'sql/embedded',
    'remote/members',
  ],
  ...[
    'browser/web-live',
    'command/process',
    'live/topics',
    'graphql/null-arguments',
    'graphql/paging',
  ],
  ...['cases/long-topic', 'ledger/parity', 'remote/fault', 'server/process', 'sql/pressure'],
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
