// The order of the test files: what takes longest begins first, so that no worker is left alone with it.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than some seconds, the longest first; others follow as Vitest puts them. */
const longest = [
  ...[
    'server/start',
    'ledger/ledger',
    'browser/accessibility',
    'browser/graphiql',
    'remote/members',
    'graphql/left-out-members',
  ],
  ...['sql/embedded', 'browser/web-live', 'graphql/paging', 'ledger/parity', 'server/process'],
  ...['sql/embedded-kept', 'live/topics', 'cases/long-topic', 'graphql/null-arguments'],
  ...['remote/failures', 'sql/pooler', 'remote/fault', 'live/messages', 'sample/living'],
  ...['fuzz/doors', 'graphql/owned-lists', 'package/package', 'sql/pressure', 'operating/deploy'],
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
