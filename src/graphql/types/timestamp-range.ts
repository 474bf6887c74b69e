// A span of consensus time.
import { type Static, timestampRangeShape } from '../../contract/shape.js';
import { builder } from '../build/builder.js';
import { meaningOf, members } from '../build/members.js';

type Span = Static<typeof timestampRangeShape>;

export const TimestampRange = builder.objectRef<Span>('TimestampRange').implement({
  description: meaningOf(timestampRangeShape),
  fields: (t) =>
    members(t, timestampRangeShape, {
      from: { member: 'from', nullable: true },
      to: { member: 'to', nullable: true },
    }),
});
