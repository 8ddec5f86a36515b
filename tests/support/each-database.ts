import { it } from 'vitest';
import { isPostgresReachable } from '../../upstream/database/templates.testing';
import { type Club, startClub } from './club';
import { startClubOnPostgres } from './snapshot-on-postgres';

const isReachable = await isPostgresReachable();
const isLong = process.env.TEST_LONG === '1';

interface Options {
  timeout?: number;
  /** Where PostgreSQL is reachable, leaves the embedded database to the long run, because each start opens it anew. */
  isSlow?: boolean;
}

/**
 * Declares a test on the embedded database, unless `isSlow` leaves it to the long run, and one on PostgreSQL, each with a
 * club of its own. Without PostgreSQL the second one is skipped, or fails with `REQUIRE_POSTGRES=1`.
 */
export function itOnEachDatabase(
  name: string,
  run: (club: Club, on: { isEmbedded: boolean }) => Promise<void>,
  { timeout = 600_000, isSlow = false }: Options = {},
) {
  it.skipIf(isSlow && !isLong && isReachable)(`${name}, on the embedded database`, { timeout }, async () => {
    const club = await startClub();
    try {
      await run(club, { isEmbedded: true });
    } finally {
      await club.stop();
    }
  });

  it.skipIf(!isReachable && process.env.REQUIRE_POSTGRES !== '1')(`${name}, on PostgreSQL`, { timeout }, async () => {
    const club = await startClubOnPostgres();
    try {
      await run(club, { isEmbedded: false });
    } finally {
      await club.stop();
    }
  });
}
