import type { ReactNode } from 'react';
import type { Bars } from './chart.server';

interface BarChartProps {
  /** Made by `barsOf` in a loader. */
  shape: Bars;
  /** A sentence that says what the chart shows. */
  statement: string;
  /** The texts for the ticks of the shape. */
  heights: readonly string[];
  /** The text below each bar. */
  names: readonly { key: string; name: ReactNode }[];
}

/** One bar for each value. Labels stand around the drawing. The page has the figures in a list or table of its own. */
export function BarChart({ shape: { bars, ticks }, statement, heights, names }: BarChartProps) {
  const grid = ticks.map((_, index) => `M0 ${Math.round((1000 * index) / (ticks.length - 1)) / 10}H100`).join('');
  const width = 100 / bars.length;
  return (
    <div className="chart">
      <svg role="img" aria-label={statement} viewBox="0 0 100 100" preserveAspectRatio="none">
        <path className="grid-l" d={grid} />
        {bars.map((height, index) => (
          <rect
            key={names[index]?.key}
            className="bar"
            x={Math.round(10 * width * (index + 0.25)) / 10}
            y={100 - height}
            width={Math.round(width * 5) / 10}
            height={height}
          />
        ))}
      </svg>
      <div className="y num" aria-hidden="true">
        {heights.map((height) => (
          <span key={height}>{`${height} `}</span>
        ))}
      </div>
      <div className="x mid num" aria-hidden="true">
        {names.map(({ key, name }) => (
          <span key={key}>{name} </span>
        ))}
      </div>
    </div>
  );
}
