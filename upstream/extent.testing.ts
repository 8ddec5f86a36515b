/** The extent of tests with random input or killed servers: minutes for `npm test`, an hour for `npm run test:long`. */
export const extent = (quick: number, long: number): number => (process.env.TEST_LONG === '1' ? long : quick);

/**
 * Returns the steps at which a test kills a process: all of them on PostgreSQL, and for `npm test` only the last two on
 * the embedded database, which each command opens anew in seconds.
 */
export const stepsOn = <Step>(steps: readonly Step[], { isEmbedded }: { isEmbedded: boolean }): readonly Step[] =>
  isEmbedded ? steps.slice(-extent(2, steps.length)) : steps;
