import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { casing } from '../../upstream/database/database';
import { type Mailbox, openMailbox } from './mailbox';
import { createMember, type Member, type MemberState } from './members';
import { type Environment, type ServerProcess, startServerProcess } from './server-process';
import { snapshotOfClub } from './snapshot';
import { runStaffCommand, type Said } from './staff';

export interface Clock {
  /** The club's time, in milliseconds since 1970. */
  now(): number;
  /** Moves the club's time forward; it never moves back. */
  advance(seconds: number): Promise<void>;
}

/** A club of one's own: the built server with the demo club's data, on a free port. */
export interface Club {
  url: string;
  server: ServerProcess;
  clock: Clock;
  mailbox: Mailbox;
  /** Drizzle on the server's own connection, for what no screen offers. */
  db: PgRemoteDatabase;
  dataDir: string;
  /** The newest of the server's secrets. */
  secret: string;
  /** A member of this club in any state; see members.ts. */
  member(state?: MemberState): Promise<Member>;
  /** Acts as staff: `npm run club -- …words` on this club, whether its server runs or not. */
  staff(...words: string[]): Promise<Said>;
  /** Starts the server anew on the same data and port, however the one before ended. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

let shared: Promise<Club> | undefined;

/**
 * The club of all files of a process, for tests that change nothing in it but members of their own. Nobody stops it, or
 * moves its clock: it ends with the process.
 */
export const sharedClub = (): Promise<Club> => {
  shared ??= startClub();
  return shared;
};

/**
 * Opens a club from the snapshot. Its answers in process are checked against the contract, and X-Forwarded-For gives
 * each visitor an address of their own.
 */
export async function startClub(env: Environment = {}): Promise<Club> {
  removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `club-${process.pid}-`));
  cpSync(await snapshotOfClub(), dataDir, { recursive: true });
  const environment = {
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_SIMULATOR: '0',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    VALIDATE_UPSTREAM: '1',
    ...env,
  };
  const start = (more: Environment = {}) =>
    startServerProcess({ ...environment, ...more }, ['movable-clock.mjs', 'database-door.mjs']);
  const server = await start();
  const ownPort = { PORT: new URL(server.local).port };
  const db = drizzle(async (sql, values) => ({ rows: await club.server.ask<unknown[][]>({ sql, values }) }), {
    casing,
  });
  const club: Club = {
    url: server.url,
    server,
    dataDir,
    clock: clockOf(() => club.server),
    mailbox: openMailbox(server.url),
    db,
    secret: env.SESSION_SECRET?.split(',')[0] ?? readFileSync(join(dataDir, 'session-secret'), 'utf8'),
    member: (state) => createMember(club, state),
    staff: (...words) => runStaffCommand(words, { ...environment, ...ownPort }),
    async restart() {
      await club.server.stop();
      const CLOCK_AHEAD_MS = String(club.clock.now() - Date.now());
      club.server = await start({ ...ownPort, CLOCK_AHEAD_MS });
    },
    async stop() {
      await club.server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return club;
}

/** Data of clubs that nobody stopped, as their processes ended without a word. */
export function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^club-(\d+)-/.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function clockOf(server: () => ServerProcess): Clock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    async advance(seconds) {
      await server().ask<number>({ advance: seconds });
      offset += seconds * 1000;
    },
  };
}

let visitors = 0;

/** An address that no visitor had before, so that no limit of one test counts in another. */
export function newAddress(): string {
  visitors++;
  return `10.${(process.pid >> 4) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
}
