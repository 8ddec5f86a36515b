import { defineConfig } from 'vitest/config';

/** These tests mock modules, or what modules read when they load, so each needs its own process. */
const alone = [
  'app/**/*.test.{ts,tsx}',
  'server/**/*.test.ts',
  'tests/*.test.ts',
  'tests/requests/{carried-forms,sessions,term-updates}.test.ts',
  'upstream/club/output-file.test.ts',
  'upstream/{privacy/export,support/attachments/upload}-memory.test.ts',
  'upstream/identity/{passwords/password-strength,registration/registration,sign-in/sign-in}.test.ts',
  'upstream/identity/devices/signed-in-devices.test.ts',
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
    // A slow machine passes too: the default of one second would fail on it.
    expect: { poll: { timeout: 30_000 } },
    unstubEnvs: true,
    restoreMocks: true,
    // One project after the other. Most of the time goes into loading modules and opening databases or clubs. The files
    // of the first two projects share these within a process.
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
