/** Shapes of charts, made on the server so that no browser loads what draws them. */
import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';

/** A stair in a box of 100 × 100, and what its grid stands for; see `chart.tsx`. */
export interface Stair {
  /** Path from the first to the last value. */
  line: string;
  /** The last value's height. */
  end: number;
  /** Whole values of the grid's lines, evenly spaced, highest first, 0 last. */
  ticks: number[];
}

/**
 * The stair of values at even distances, none below 0. Figures are only drawn here, so that they may be floats.
 * @param values at least two
 */
export function stairOf(values: readonly number[]): Stair {
  // Lower ones would have their grid at parts of one.
  const high = Math.max(3, ...values);
  const y = scaleLinear().domain([0, high]).nice(3).range([100, 0]);
  const x = scaleLinear()
    .domain([0, values.length - 1])
    .range([0, 100]);
  const last = values.length - 1;
  const heights = values.map((value) => Math.round(y(value)));
  // What stays where it was, as far as one can see, needs no step of its own.
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
