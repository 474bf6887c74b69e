// The order of the test files: what takes longest begins first, so that no worker is left alone with it.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than some seconds, the longest first; others follow as Vitest puts them. */
const longest = [
  ...['server/start.long', 'ledger/ledger', 'remote/members.long', 'browser/accessibility.long'],
  ...['graphql/left-out-members.long', 'browser/graphiql.long', 'server/process.long'],
  ...['sql/embedded-kept.long', 'remote/unfit-members.long', 'graphql/cost-alike.long'],
  ...['graphql/paging', 'graphql/owned-lists.long', 'ledger/parity', 'cases/long-topic.long'],
  ...['browser/web-live.long', 'fuzz/doors.long', 'sql/session-settings.long', 'sql/embedded.long'],
  ...['clients/stranger.long', 'rest/walks.long', 'live/topics.long', 'sample/living.long'],
  ...['graphql/null-arguments.long', 'cases/parts-far-away.long', 'fuzz/fuzz.long'],
  ...['package/package.long', 'graphql/prepared', 'rest/openapi', 'cases/total-count'],
  ...['cases/token-names.long', 'graphql/nested', 'cases/by-balance', 'live/messages.long'],
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
