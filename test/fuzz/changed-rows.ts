// Changes in tables, as statements: of accounts, what they hold, and schedules; some change nothing that a row shows.

export const accounts = [1001, 1002, 1003, 1004, 1005];
export const schedules = [3001, 3002, 3003, 3004, 3005, 3006];
/** More than a row of balances has. */
const tokens = Array.from({ length: 53 }, (_, index) => 2001 + index);

export const addressOf = (account: number) => account.toString(16).padStart(40, 'ab');

const open = (table: string, values: Readonly<Record<string, unknown>>, conflict: string) => {
  const literals = Object.values(values).map((value) =>
    typeof value === 'string' ? `'${value}'` : String(value),
  );
  return `insert into ${table} (${Object.keys(values)}) values (${literals}) on conflict ${conflict}`;
};

/** One change at a time in nanoseconds, by numbers below a bound. */
export function changeAt(time: bigint, number: (below: number) => number): string {
  const oneOf = <T>(values: readonly T[]) => values[number(values.length)] as T;
  const [account, token, schedule] = [oneOf(accounts), oneOf(tokens), oneOf(schedules)];
  const amount = number(3);
  const entity = (num: number, type: string) => ({
    ...{ id: num, num, realm: 0, shard: 0, type, timestamp_range: '[1,)', deleted: false },
  });
  const held = (of: number, balance: number) => ({
    ...{ account_id: account, token_id: of, balance, associated: true, timestamp_range: '[1,)' },
    ...{ freeze_status: 0, kyc_status: 0 },
  });
  return oneOf([
    () => {
      const evm_address = `\\x${addressOf(account)}`;
      const own = { ...entity(account, 'ACCOUNT'), evm_address, balance: amount };
      return `${open('entity', own, 'do nothing')}; ${allAt(time)}`;
    },
    () => `update entity set balance = ${amount} where id = ${account}; ${allAt(time)}`,
    () => `update entity set memo = '${time}' where id in (${account}, ${schedule})`,
    () =>
      open(
        'token_account',
        held(token, amount),
        '(account_id, token_id) do update set balance = excluded.balance, associated = true',
      ),
    () => tokens.map((of) => open('token_account', held(of, 1), 'do nothing')).join('; '),
    () =>
      `update token_account set associated = false where (account_id, token_id) = (${account}, ${token})`,
    () => {
      const own = { schedule_id: schedule, consensus_timestamp: time, transaction_body: '\\x01' };
      const payers = { creator_account_id: account, payer_account_id: account };
      return open('schedule', { ...own, ...payers }, 'do nothing');
    },
    () => open('entity', entity(schedule, 'SCHEDULE'), 'do nothing'),
    // Only what is open is signed, and ends.
    () => `insert into transaction_signature (consensus_timestamp, public_key_prefix, entity_id, signature, type)
      select ${time}, '\\x0${amount}', schedule_id, '\\x02', 3 from schedule as s ${isOpen(schedule)}`,
    () =>
      amount > 0
        ? 'null'
        : `update schedule as s set executed_timestamp = ${time} ${isOpen(schedule)}`,
    () =>
      amount > 0
        ? 'null'
        : `update entity set deleted = true where id in (select schedule_id from schedule as s ${isOpen(schedule)})`,
  ])();
}

/** Balances tell the newest time of those that were read together: here it is the same, whichever are. */
const allAt = (time: bigint) =>
  `update entity set balance_timestamp = ${time} where type = 'ACCOUNT'`;

const isOpen = (schedule: number) => `where schedule_id = ${schedule} and executed_timestamp is null
  and not exists (select from entity where id = s.schedule_id and deleted)`;
