/** The extent of tests with random input or killed servers: minutes for `npm test`, an hour for `npm run test:long`. */
export const extent = (quick: number, long: number): number => (process.env.TEST_LONG === '1' ? long : quick);
