import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { staffTokens } from '../../upstream/identity/staff/staff.tables';
import { newToken, tokenHash } from '../../upstream/keys';
import { users } from '../../upstream/members/members.tables';
import type { Club } from './club';
import { type Environment, root } from './server-process';

/** The result of a staff command. */
export interface CommandResult {
  /** 0 is done, 1 is not done, 2 is wrong usage. */
  code: number;
  stdout: string;
  /** Without the line that names the club. */
  stderr: string;
  /** The line that names the club, or null if there is none. */
  club: string | null;
}

/** Opening a new club is slow on a busy machine. */
const TIMEOUT_MS = 180_000;

/**
 * Runs the built command line in another process. Of this environment it gets only PATH and HOME. `input` is its
 * standard input. Without CLUB_TOKEN_FILE nobody is signed in.
 */
export function runStaffCommand(words: string[], env: Environment, input = ''): Promise<CommandResult> {
  const { PATH, HOME } = process.env;
  const none = { CLUB_TOKEN_FILE: '/nonexistent/club-token' };
  const given = { PATH, HOME, NODE_ENV: 'production' as const, ...none, ...env };
  const options = { cwd: root, env: given, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const clock = env.CLOCK_AHEAD_MS ? ['--import', join(root, 'tests/support/movable-clock.mjs')] : [];
    const args = [...clock, join(root, 'build/club.js'), ...words];
    const child = execFile(process.execPath, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, ...withoutClub(stderr) }),
    );
    child.stdin?.end(input);
  });
}

function withoutClub(written: string): Pick<CommandResult, 'stderr' | 'club'> {
  const [line] = /^(Club: |\{"club":).*\n/m.exec(written) ?? [];
  return { stderr: written.replace(line ?? '', ''), club: line?.trimEnd() ?? null };
}

const LIFETIME_MS = 8 * 3600_000;
const MARGIN_MS = 10 * 60_000;

/**
 * Returns a function that finds the token file of a member of the staff, as `club login` leaves it. It writes tokens
 * into the database, because a sign-in needs a one-time code and there is one every 30 seconds. `staff-proof.test.ts`
 * tests the sign-in itself.
 */
export function keepTokenFiles(club: () => Club): (email: string) => Promise<string> {
  const files = new Map<string, { path: string; expiresAt: number }>();
  return async (email) => {
    const { db, dataDir, clock } = club();
    const known = files.get(email);
    if (known && known.expiresAt > clock.now() + MARGIN_MS) return known.path;
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (!user) throw new Error(`There is no ${email}`);
    const token = newToken();
    const createdAt = new Date(clock.now());
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
    await db
      .insert(staffTokens)
      .values({ tokenHash: tokenHash(token), userId: user.id, createdAt, expiresAt, lastUsedAt: createdAt });
    const path = join(dataDir, `staff-token-${user.id}`);
    writeFileSync(path, token, { mode: 0o600 });
    files.set(email, { path, expiresAt: expiresAt.getTime() });
    return path;
  };
}
