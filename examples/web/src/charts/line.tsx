// A value over time as a stepped line: each value holds until the next one is known.

import { curveStepAfter } from '@visx/curve';
import { scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { amount, time } from '../amounts.js';
import { Amount, Time } from '../parts.js';
import { Figure } from './figure.js';
import { greatest, least, nanoseconds, ratio } from './pixels.js';

export interface Point {
  readonly timestamp: string;
  /** In the smallest unit: what is drawn. */
  readonly units: string;
  /** In whole units: what is read. */
  readonly exact: string;
}

const height = 190;
const margin = { top: 26, bottom: 44 };

type Props = { title: string; unit: string; points: readonly Point[] };

export function Line({ title, unit, points }: Props) {
  const values = points.map(({ units }) => BigInt(units));
  const times = points.map(({ timestamp }) => nanoseconds(timestamp));
  const [low, high] = [least(values), greatest(values)];
  const [from, to] = [least(times), greatest(times)];
  const first = points[0] as Point;
  const last = points.at(-1) as Point;
  const of = (value: bigint) => points[values.indexOf(value)]?.exact ?? '';
  const rows = points.map(({ timestamp, exact }) => ({
    key: timestamp,
    cells: [<Time key="time" at={timestamp} />, <Amount key="value" exact={exact} unit={unit} />],
  }));
  return (
    <Figure title={title} columns={['Time', 'Value']} rows={rows} height={height}>
      {(width) => {
        const x = scaleLinear({ domain: [0, 1], range: [5, width - 5] });
        const y = scaleLinear({ domain: [0, 1], range: [height - margin.bottom, margin.top] });
        const marks = points.map((point, place) => ({
          ...point,
          x: x(ratio(times[place] as bigint, from, to)),
          y: y(ratio(values[place] as bigint, low, high)),
        }));
        const line = {
          data: marks,
          x: (mark: (typeof marks)[number]) => mark.x,
          y: (mark: (typeof marks)[number]) => mark.y,
          curve: curveStepAfter,
        };
        return (
          <>
            <AreaClosed {...line} yScale={y} className="area" />
            <LinePath {...line} className="line-of-value" />
            {marks.map((mark) => (
              <circle key={mark.timestamp} className="dot" cx={mark.x} cy={mark.y} r={3.5}>
                <title>{`${time(mark.timestamp)}: ${amount(mark.exact)} ${unit}`}</title>
              </circle>
            ))}
            <text x={2} y={16}>{`most ${amount(of(high))} ${unit}`}</text>
            <text x={2} y={height - 22}>{`least ${amount(of(low))} ${unit}`}</text>
            <text x={2} y={height - 4} className="faint">
              {time(first.timestamp).slice(0, -4)}
            </text>
            <text x={width - 2} y={height - 4} textAnchor="end" className="faint">
              {time(last.timestamp).slice(0, -4)}
            </text>
          </>
        );
      }}
    </Figure>
  );
}
