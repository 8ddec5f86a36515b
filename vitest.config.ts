import { defineConfig } from 'vitest/config';

/** Without the Remix plugin: it serves pages, and tests import modules. */
export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    environment: 'node',
    include: ['app/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'upstream/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 180_000,
    unstubEnvs: true,
    restoreMocks: true,
  },
});
