// The frame of a picture: its title, and the same as a table, which screen readers always have.
import { useParentSize } from '@visx/responsive';
import { type ReactNode, useState } from 'react';

type Props = {
  title: string;
  columns: readonly string[];
  /** A line for each mark of the picture, with exact values, and nothing that takes the focus. */
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  height: number;
  children: (width: number) => ReactNode;
};

export function Figure({ title, columns, rows, height, children }: Props) {
  const [isTable, setTable] = useState(false);
  const { parentRef, width } = useParentSize({ debounceTime: 50 });
  return (
    <figure>
      <figcaption>
        <span>{title}</span>
        <button
          type="button"
          className="plain"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          as a table
        </button>
      </figcaption>
      {!isTable && (
        <div ref={parentRef} style={{ height }}>
          {width > 0 && (
            <svg width={width} height={height} aria-hidden="true">
              {children(width)}
            </svg>
          )}
        </div>
      )}
      {/* What scrolls is reached by keyboard, too. */}
      <div className={isTable ? 'wide' : 'hidden'} tabIndex={isTable ? 0 : undefined}>
        <table>
          <caption className="hidden">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, place) => (
                  <td key={columns[place]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
