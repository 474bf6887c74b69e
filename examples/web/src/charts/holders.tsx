// Who has how much of a token: its greatest holders, and all others together, as bars.
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { amount, scaled, share } from '../amounts.js';
import type { HolderRowFragment } from '../gql/graphql.js';
import { Amount } from '../parts.js';
import { Figure } from './figure.js';
import { greatest, ratio } from './pixels.js';

type Props = {
  /** The greatest holders, who has most first. */
  holders: readonly HolderRowFragment[];
  /** Whether there are others beside them. */
  areMore: boolean;
  /** All there is, in the smallest unit. */
  supply: string;
  decimals: number;
  unit: string;
};

const line = 34;

export function HoldersChart({ holders, areMore, supply, decimals, unit }: Props) {
  const whole = BigInt(supply);
  const shown = holders.map(({ accountId, balance }) => ({
    name: accountId,
    units: BigInt(balance),
  }));
  const rest = whole - shown.reduce((sum, { units }) => sum + units, 0n);
  // Balances and supply are of two moments: what is negative then is nothing to show.
  const bars = areMore && rest > 0n ? [...shown, { name: 'all others', units: rest }] : shown;
  if (bars.length === 0) return null;
  // Where more is held than there is by now, the most that one has is as wide as the picture.
  const wide = greatest([whole, ...bars.map(({ units }) => units)]);
  const rows = bars.map(({ name, units }) => ({
    key: name,
    cells: [
      name,
      <Amount key="amount" exact={scaled(units, decimals)} unit={unit} />,
      share(units, whole),
    ],
  }));
  return (
    <Figure
      title="Who has how much of it"
      columns={['Holder', 'Amount', 'Share']}
      rows={rows}
      height={bars.length * line}
    >
      {(width) => {
        const x = scaleLinear({ domain: [0, 1], range: [0, width] });
        return bars.map(({ name, units }, place) => (
          <g key={name} transform={`translate(0 ${place * line})`}>
            <title>{`${name}: ${amount(scaled(units, decimals))} ${unit}`}</title>
            <text x={0} y={14}>
              {name}
            </text>
            <text x={width} y={14} textAnchor="end" className="faint">
              {share(units, whole)}
            </text>
            <rect className="track" x={0} y={20} width={width} height={7} rx={3.5} />
            <Bar
              className={name.includes('.') ? 'bar' : 'bar rest'}
              x={0}
              y={20}
              width={Math.max(x(ratio(units, 0n, wide)), 2)}
              height={7}
              rx={3.5}
            />
          </g>
        ));
      }}
    </Figure>
  );
}
