import { randomUUID } from 'node:crypto';
import { removePlacesOf } from './templates.testing';

/**
 * Databases live as long as the process of their tests, which may be killed. So the run removes them. Its test processes
 * inherit the name that it marks them with.
 */
export default function setup() {
  process.env.TEST_RUN ??= randomUUID().slice(0, 8);
  const testRun = process.env.TEST_RUN;
  return () => removePlacesOf(testRun);
}
