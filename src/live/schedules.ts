// Schedules that are watched, until they are executed or deleted.
import { printJson } from '../contract/json.js';
import { type ScheduleRow, schedule } from '../contract/schedules.js';
import type { Ledger } from '../ledger.js';
import type { Watching } from './watched.js';

export const watchSchedules = (ledger: Ledger): Watching<ScheduleRow> => ({
  read: (keys, operation) => ledger.many(schedule, keys, { filters: [] }, operation),
  text: printJson,
  // Not the time that has passed: a ledger that lags behind may still have the news to come.
  isFinal: (row) => row.executed_timestamp !== null || row.deleted === true,
});
