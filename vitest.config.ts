import { defineConfig } from 'vitest/config';

/** These replace modules or what modules read as they load: each needs a process of its own. */
const alone = [
  'app/**/*.test.{ts,tsx}',
  'server/**/*.test.ts',
  'tests/*.test.ts',
  'tests/requests/{carried-forms,sessions,term-updates}.test.ts',
  'upstream/identity/{password-strength,registration,sign-in}.test.ts',
];

const databases = 'upstream/database/test-run.testing.ts';

/** Without the Remix plugin: it serves pages, and tests import modules. */
export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 180_000,
    unstubEnvs: true,
    restoreMocks: true,
    // One project after the other. Loading modules and opening databases or clubs is most of the work: the files of the
    // first two share them, process by process.
    projects: [
      {
        extends: true,
        test: {
          name: 'upstream',
          include: ['upstream/**/*.test.ts'],
          exclude: alone,
          isolate: false,
          globalSetup: databases,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'requests',
          include: ['tests/requests/*.test.ts'],
          exclude: alone,
          isolate: false,
          globalSetup: [databases, 'tests/support/test-run.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          globalSetup: databases,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
