/**
 * The program that fills a new demo club on the embedded database, before `npm start` opens it. It reads the same
 * environment as the server, and ends with the process that waits for it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from './config';

// At once, because the next server needs the lock of the folder. An exit would wait for the thread of the database.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// It may have ended while this program was loaded.
if (process.send && !process.connected) process.exit(1);

try {
  const { upstream, logLevel, correction } = readConfig(process.env);
  // The server finds nothing to correct any more.
  if (correction) console.warn(`  ${correction}`);
  if (upstream?.demo && !upstream.databaseUrl && !existsSync(join(upstream.dataDir, 'database'))) {
    const { fillClub } = await import('../upstream/server');
    await fillClub(upstream, { log: pino({ level: logLevel, base: undefined }) });
  }
  process.exit(0);
} catch {
  // The server fills the club when it opens it, and says what keeps it from opening.
  process.exit(1);
}
