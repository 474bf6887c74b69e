// What the messages of an error answer may weigh: a peer can say anything.
import { expect, it } from 'vitest';
import { messagesIn } from '../../src/contract/error-answer.js';

const saying = (data: string) => ({ _status: { messages: [{ message: 'm', detail: 'd', data }] } });
const long = `0x${'ab'.repeat(1_000_000)}`;

it('data is cut as texts are, but where it may be what was asked for', () => {
  expect(messagesIn(saying('0xab'), 200)).toEqual([{ message: 'm', detail: 'd', data: '0xab' }]);
  expect(messagesIn(saying(long), 200)[0]?.data).toBe(`${long.slice(0, 200)}…`);
  expect(messagesIn(saying(long), 200, Number.POSITIVE_INFINITY)[0]?.data).toBe(long);
});
