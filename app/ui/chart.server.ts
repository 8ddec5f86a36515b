/** Computes the shapes of charts on the server, so that no browser loads a chart library. */
import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';

/** A step line in a box of 100 × 100, with the values of its grid. `chart.tsx` draws it. */
export interface Stair {
  /** The path from the first to the last value. */
  line: string;
  /** The height of the last value. */
  end: number;
  /** The values of the grid lines: whole numbers, evenly spaced, the highest first, 0 last. */
  ticks: number[];
}

/**
 * Returns the step line of values at even distances. No value is below 0. The values may be floats, because they are
 * only drawn.
 * @param values at least two
 */
export function stairOf(values: readonly number[]): Stair {
  // With a lower maximum the grid lines would stand at fractions.
  const high = Math.max(3, ...values);
  const y = scaleLinear().domain([0, high]).nice(3).range([100, 0]);
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([0, 100]);
  const last = values.length - 1;
  const heights = values.map((value) => Math.round(y(value)));
  // A value at the same rounded height as the one before needs no step.
  const steps = heights.flatMap((height, at) => (height !== heights[at - 1] || at === last ? [{ height, at }] : []));
  const path = line<{ height: number; at: number }>()
    .x(({ at }) => x(at))
    .y(({ height }) => height)
    .curve(curveStepAfter)
    .digits(0);
  return {
    line: path(steps) ?? '',
    end: heights[last] ?? 100,
    ticks: y.ticks(3).reverse(),
  };
}

/** Bars from the bottom of a box of 100 × 100, with the values of its grid. `bar-chart.tsx` draws them. */
export interface Bars {
  bars: number[];
  /** The values of the grid lines: whole numbers, evenly spaced, the highest first, 0 last. */
  ticks: number[];
}

/** Returns the heights of bars, with one decimal. No value is below 0. */
export function barsOf(values: readonly number[]): Bars {
  const height = scaleLinear()
    .domain([0, Math.max(3, ...values)])
    .nice(3)
    .range([0, 100]);
  return { bars: values.map((value) => Math.round(10 * height(value)) / 10), ticks: height.ticks(3).reverse() };
}
