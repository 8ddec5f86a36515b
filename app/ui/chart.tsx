import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { Stair } from './chart.server';
import { Icon } from './icon';

export interface ChartProps {
  /** Made by `stairOf` in a loader. */
  shape: Stair;
  title: string;
  /** A sentence that says what the chart shows. */
  statement: string;
  /** The texts for the ticks of the shape. */
  heights: readonly string[];
  /** The texts from the first value to the last, at even distances. */
  distances: readonly ReactNode[];
  /** The same values as figures. */
  table: ChartTable;
}

export interface ChartTable {
  caption: string;
  columns: [string, string];
  rows: readonly { key: string; name: ReactNode; value: ReactNode }[];
}

/**
 * A step line, because its values change in steps. Labels stand around the drawing, and a table below has the figures.
 */
export function Chart({ shape: { line, end, ticks }, title, statement, heights, distances, table }: ChartProps) {
  const grid = ticks.map((_, index) => `M0 ${Math.round((1000 * index) / (ticks.length - 1)) / 10}H100`).join('');
  return (
    <div className="stack">
      <div className="chart">
        {/* Text browsers take a title in here for that of the page. */}
        <svg role="img" aria-label={`${title} ${statement}`} viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className="area" d={`${line}V100H0z`} />
          <path className="grid-l" d={grid} />
          <path className="l" d={line} />
          <path className="end" d={`M100 ${end}h0`} />
        </svg>
        <div className="y num" aria-hidden="true">
          {heights.map((height) => (
            <span key={height}>{`${height} `}</span>
          ))}
        </div>
        <div className="x num" aria-hidden="true">
          {distances.map((distance, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the labels never change their order
            <span key={index}>{distance} </span>
          ))}
        </div>
      </div>
      <Figures {...table} />
    </div>
  );
}

/** The table below a chart. */
function Figures({ caption, columns: [name, value], rows }: ChartTable) {
  const { t } = useTranslation();
  return (
    <details className="fold">
      <summary>
        <Icon name="down" />
        {t('ui.chart_table')}
      </summary>
      <table>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col" className="n">
              {value}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              <td className="n">{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
