import { it } from 'vitest';
import { ask } from '/work/main/test/ask.js';
import { openStub } from '/work/main/test/cases/backends.js';
it('x', async () => {
  const s = await openStub(() => ({ body: '{"token_id":"0.0.5","created_timestamp":"1.5","modified_timestamp":"1.000000005","expiry_timestamp":null,"decimals":"6","total_supply":"10000000000000000"}' }));
  console.log((await ask(s, '{ token(id: "0.0.5") { createdTimestamp expiryTimestamp decimals totalSupply } }')).text);
  console.log((await ask(s, '{ token(id: "0.0.5") { decimals name } }')).text, s.urls());
  console.log((await ask(s, 'query ($at: Timestamp) { balances(at: $at) { timestamp } }', { at: 1.5 })).text, s.urls());
  console.log((await ask(s, 'query { balances(at: 1749231090.342963449) { timestamp } }')).text, s.urls());
  await s.close();
});
