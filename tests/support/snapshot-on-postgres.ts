import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  copyPostgres,
  isPostgresReachable,
  type Place,
  removeOtherTemplates,
} from '../../upstream/database/templates.testing';
import { type Club, startClub } from './club';
import type { Environment } from './server-process';
import { fillClub, snapshotOfClub } from './snapshot';

const TEMPLATES = 'almende_test_club_';

/**
 * Opens a club on PostgreSQL where one is reachable, because its server takes half the CPU there, else on the embedded
 * database. Tests of another repository, which would leave databases behind, get the embedded one.
 */
export const startQuickClub = async (env: Environment = {}): Promise<Club> =>
  process.env.TEST_RUN && (await isPostgresReachable()) ? startClubOnPostgres(env) : startClub(env);

/** Opens a club with a database of its own on the PostgreSQL server. */
export async function startClubOnPostgres(env: Environment = {}): Promise<Club> {
  const place = await copyClubOnPostgres();
  const club = await startClub({ DATABASE_URL: place.config.databaseUrl, ...env });
  const { stop } = club;
  club.stop = async () => {
    await stop();
    await place.remove();
  };
  return club;
}

/** Returns a database on the PostgreSQL server with the demo club of `snapshotOfClub`. It is seeded once per build. */
export async function copyClubOnPostgres(): Promise<Place> {
  const snapshot = await snapshotOfClub();
  const template = TEMPLATES + keyOf(snapshot);
  return copyPostgres(template, async ({ databaseUrl }) => {
    await removeOtherTemplates(TEMPLATES, template);
    const dataDir = mkdtempSync(join(tmpdir(), 'almende-test-'));
    cpSync(join(snapshot, 'session-secret'), join(dataDir, 'session-secret'));
    try {
      await fillClub({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

/** A club that is started on the copy has the secret of the snapshot, and each checkout has its own. */
function keyOf(snapshot: string): string {
  const hash = createHash('sha256')
    .update(basename(snapshot))
    .update(readFileSync(join(snapshot, 'session-secret')));
  return hash.digest('hex').slice(0, 16);
}
