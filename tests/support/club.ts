import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { casing } from '../../upstream/database/database';
import { type Mailbox, openMailbox } from './mailbox';
import { createMember, type Member, type MemberState } from './members';
import { type Environment, type ServerProcess, startServerProcess } from './server-process';
import { snapshotOfClub } from './snapshot';
import { type CommandResult, keepTokenFiles, runStaffCommand } from './staff';

export interface Clock {
  /** Returns the club's time, in milliseconds since 1970. */
  now(): number;
  /** Moves the club's time forward. It never moves back. */
  advance(seconds: number): Promise<void>;
}

/** A club for one test: the built server with the demo club's data, on a free port. */
export interface Club {
  url: string;
  server: ServerProcess;
  clock: Clock;
  mailbox: Mailbox;
  /** Drizzle on the server's own connection, for what no page offers. */
  db: PgRemoteDatabase;
  dataDir: string;
  /** The newest secret of the server. */
  secret: string;
  /** Creates a member in any state; see members.ts. */
  member(state?: MemberState): Promise<Member>;
  /** Runs `npm run club -- …words` as Greta of the staff, with or without a running server. */
  staff(...words: string[]): Promise<CommandResult>;
  /** Runs it as another member of the staff, who needs two-factor sign-in. */
  staffAs(member: Pick<Member, 'email'>, ...words: string[]): Promise<CommandResult>;
  /** Runs it as Greta with additional environment variables, and `input` as standard input. */
  staffWith(env: Environment & { input?: string }, ...words: string[]): Promise<CommandResult>;
  /** Signs Greta in while the server runs, so that later commands can run without the server. */
  staffToken(): Promise<string>;
  /** Starts the server again on the same data and port, however it ended before, with additional variables. */
  restart(env?: Environment): Promise<void>;
  stop(): Promise<void>;
}

let shared: Promise<Club> | undefined;

/**
 * Returns the club that all test files of a process share, for tests that change only their own members in it. No test
 * stops it or moves its clock. It ends with the process.
 */
export const sharedClub = (): Promise<Club> => {
  shared ??= startClub();
  return shared;
};

/**
 * Opens a club from the snapshot. Its answers are checked against the contract in its process, and X-Forwarded-For
 * gives each visitor an address of their own.
 */
export async function startClub(env: Environment = {}): Promise<Club> {
  removeLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `club-${process.pid}-`));
  cpSync(await snapshotOfClub(), dataDir, { recursive: true });
  const environment = {
    DATA_DIR: dataDir,
    DEMO: '1',
    ANDROID_APP_URL: 'https://app.example/almende',
    DEMO_SIMULATOR: '0',
    LOG_LEVEL: 'warn',
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
  const clubsTime = () => ({ CLOCK_AHEAD_MS: String(club.clock.now() - Date.now()) });
  const getTokenFile = keepTokenFiles(() => club);
  const club: Club = {
    url: server.url,
    server,
    dataDir,
    clock: clockOf(() => club.server),
    mailbox: openMailbox(server.local),
    db,
    secret: env.SESSION_SECRET?.split(',')[0] ?? readFileSync(join(dataDir, 'session-secret'), 'utf8'),
    member: (state) => createMember(club, state),
    staff: (...words) => club.staffWith({}, ...words),
    staffAs: async ({ email }, ...words) => club.staffWith({ CLUB_TOKEN_FILE: await getTokenFile(email) }, ...words),
    async staffWith({ input, ...env }, ...words) {
      const CLUB_TOKEN_FILE = env.CLUB_TOKEN_FILE ?? (await club.staffToken());
      return runStaffCommand(words, { ...environment, ...ownPort, ...clubsTime(), ...env, CLUB_TOKEN_FILE }, input);
    },
    staffToken: () => getTokenFile('greta@example.org'),
    async restart(more = {}) {
      await club.server.stop();
      club.server = await start({ ...ownPort, ...clubsTime(), ...more });
    },
    async stop() {
      await club.server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return club;
}

/** Deletes the folders of clubs and proxies that nobody stopped, because their processes were killed. */
export function removeLeftovers() {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^(?:club|nginx)-(\d+)-/.exec(name)?.[1];
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

/** Returns an address that no visitor had before, so that the limits of one test do not count in another. */
export function newAddress(): string {
  visitors++;
  return `10.${(process.pid >> 4) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
}
