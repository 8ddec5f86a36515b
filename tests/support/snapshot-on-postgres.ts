import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyPostgres, type Place, removeOtherTemplates } from '../../upstream/database/templates.testing';
import { fillClub, keyOfBuild, snapshotOfClub } from './snapshot';

const TEMPLATES = 'almende_test_club_';

/** Returns a database on the PostgreSQL server with the demo club of `snapshotOfClub`. It is seeded once per build. */
export async function copyClubOnPostgres(): Promise<Place> {
  const snapshot = await snapshotOfClub();
  const template = TEMPLATES + keyOfBuild();
  return copyPostgres(template, async ({ databaseUrl }) => {
    await removeOtherTemplates(TEMPLATES, template);
    const dataDir = mkdtempSync(join(tmpdir(), 'almende-test-'));
    // A club that is started on the copy has the secret of the snapshot.
    cpSync(join(snapshot, 'session-secret'), join(dataDir, 'session-secret'));
    try {
      await fillClub({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}
