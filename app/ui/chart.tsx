import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stair } from './chart.server';
import { Icon } from './icon';

export interface ChartProps {
  /** By `stairOf`, in a loader. */
  shape: Stair;
  title: string;
  /** What the chart shows, as a sentence. */
  statement: string;
  /** Words for the ticks of the shape. */
  heights: readonly string[];
  /** From the first value to the last, at even distances. */
  distances: readonly ReactNode[];
  /** The same in figures. */
  table: {
    caption: string;
    columns: [string, string];
    rows: readonly { key: string; name: ReactNode; value: ReactNode }[];
  };
}

/** A stair, since what it shows does not glide; the words stand around the drawing and its figures in a table below. */
export function Chart({ shape: { line, end, ticks }, title, statement, heights, distances, table }: ChartProps) {
  const id = useId();
  const grid = ticks.map((_, index) => `M0 ${Math.round((1000 * index) / (ticks.length - 1)) / 10}H100`).join('');
  return (
    <div className="stack">
      <div className="chart">
        <svg role="img" aria-labelledby={`${id}t ${id}d`} viewBox="0 0 100 100" preserveAspectRatio="none">
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{statement}</desc>
          <path className="area" d={`${line}V100H0z`} />
          <path className="grid-l" d={grid} />
          <path className="l" d={line} />
          <path className="end" d={`M100 ${end}h0`} />
        </svg>
        <div className="y num" aria-hidden="true">
          {heights.map((height) => (
            <span key={height}>{height}</span>
          ))}
        </div>
        <div className="x num" aria-hidden="true">
          {distances.map((distance, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stay where they are
            <span key={index}>{distance}</span>
          ))}
        </div>
      </div>
      <Figures {...table} />
    </div>
  );
}

function Figures({ caption, columns: [name, value], rows }: ChartProps['table']) {
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
