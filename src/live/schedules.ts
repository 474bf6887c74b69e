// Schedules that are watched, until they are executed or deleted.
import { printJson } from '../contract/json.js';
import { isOver, type ScheduleRow, schedule } from '../contract/resources/schedules.js';
import type { Ledger } from '../ledger.js';
import type { Watching } from './watched.js';

export const watchSchedules = (ledger: Ledger): Watching<ScheduleRow> => ({
  read: (keys, operation) => ledger.many(schedule, keys, { filters: [] }, operation),
  text: printJson,
  // Neither a schedule nor a signature ever goes away.
  isOlder: (value, before) => value === null || value.signatures.length < before.signatures.length,
  // Not the time that has passed: a ledger that lags behind may still have the news to come.
  isFinal: isOver,
});
