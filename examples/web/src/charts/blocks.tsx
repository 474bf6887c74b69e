// Transactions per block, as bars from the oldest block to the newest.
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useNavigate } from 'react-router';
import { amount } from '../amounts.js';
import type { BlockRowFragment } from '../gql/graphql.js';
import { pathTo } from '../paths.js';
import { Figure } from './figure.js';
import { greatest, ratio } from './pixels.js';

const height = 150;
const margin = { top: 24, bottom: 22 };

export function BlocksChart({ blocks }: { blocks: readonly BlockRowFragment[] }) {
  const navigate = useNavigate();
  const ordered = [...blocks].reverse();
  const [oldest, newest] = [ordered[0], ordered.at(-1)];
  if (!oldest || !newest) return null;
  const most = greatest(ordered.map(({ count }) => BigInt(count)));
  const rows = blocks.map(({ number, count }) => ({
    key: number,
    cells: [amount(number), amount(count)],
  }));
  return (
    <Figure
      title={`Transactions in each of ${ordered.length} blocks`}
      columns={['Block', 'Transactions']}
      rows={rows}
      height={height}
    >
      {(width) => {
        const numbers = ordered.map(({ number }) => number);
        const x = scaleBand({ domain: numbers, range: [0, width], padding: 0.2 });
        const y = scaleLinear({ domain: [0, 1], range: [height - margin.bottom, margin.top] });
        return (
          <>
            {ordered.map(({ number, count }) => {
              const top = most === 0n ? y(0) : y(ratio(BigInt(count), 0n, most));
              return (
                <Bar
                  key={number}
                  className="bar door"
                  x={x(number) ?? 0}
                  y={Math.min(top, y(0) - 1)}
                  width={x.bandwidth()}
                  height={Math.max(y(0) - top, 1)}
                  // For the pointer alone: rows with links to the same blocks are below.
                  onClick={() => navigate(pathTo('block', number))}
                >
                  <title>{`block ${amount(number)}: ${amount(count)} transactions`}</title>
                </Bar>
              );
            })}
            <text x={0} y={14}>{`most ${amount(String(most))}`}</text>
            <text x={0} y={height - 4} className="faint">
              {amount(oldest.number)}
            </text>
            <text x={width} y={height - 4} textAnchor="end" className="faint">
              {amount(newest.number)}
            </text>
          </>
        );
      }}
    </Figure>
  );
}
