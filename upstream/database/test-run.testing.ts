import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { removePlacesOf } from './templates.testing';

declare module 'vitest' {
  interface ProvidedContext {
    /** Marks the databases of one test run. */
    testRun: string;
  }
}

/** Databases live as long as the process of their tests, which may be killed. So the run removes them. */
export default function setup({ provide }: TestProject) {
  const testRun = randomUUID().slice(0, 8);
  provide('testRun', testRun);
  return () => removePlacesOf(testRun);
}
