/** The staff command line: its commands, and who carries them out. Described in docs/staff.md. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { backup, restore } from './backup/backup.club';
import { readArguments, wantsJson } from './club/arguments';
import { type ClubCommand, CommandFailed, type Outcome, WrongUse } from './club/command';
import { intoFile } from './club/output-file';
import { askServer } from './club/socket';
import type { UpstreamConfig } from './config';
import { openDatabase } from './database/database';
import { describeFailure, isUnavailable } from './database/failures';
import { DataDirLocked } from './database/lock';
import { hasNewestSchema, prepareDatabase } from './database/migrate';
import { ghostLink } from './identity/ghost/ghost.club';
import { memberShow } from './identity/identity.club';
import { newestKey } from './identity/keys';
import { termsPublish } from './identity/terms.club';
import { twoFactorReset } from './identity/two-factor/two-factor.club';
import { startJobs } from './jobs/jobs';
import { ledgerVerify } from './ledger/ledger.club';
import { notify } from './notifications/notifications.club';
import { clientUpdated } from './realtime/realtime.club';
import { openShortLived } from './realtime/short-lived.broadcaster';
import { paymentsAssign, paymentsImport, paymentsUnmatched } from './wallet/bank/bank.club';
import { payoutsExport, payoutsFail, payoutsShow } from './wallet/bank/payouts.club';
import { ordersList, ordersRefund } from './wallet/orders/orders.club';
import { withdrawAccountsEnable, withdrawAccountsList } from './wallet/withdraw-accounts/withdraw-accounts.club';
import { withdrawalsApprove, withdrawalsList, withdrawalsReject } from './wallet/withdrawals/withdrawals.club';

/** A module's commands stand beside its domain, in `<module>.club.ts`. */
export const clubCommands: readonly ClubCommand[] = [
  memberShow,
  notify,
  clientUpdated,
  termsPublish,
  ghostLink,
  twoFactorReset,
  ledgerVerify,
  ordersList,
  ordersRefund,
  withdrawalsList,
  withdrawalsApprove,
  withdrawalsReject,
  paymentsImport,
  paymentsUnmatched,
  paymentsAssign,
  payoutsExport,
  payoutsShow,
  payoutsFail,
  backup,
  restore,
  withdrawAccountsList,
  withdrawAccountsEnable,
];

interface Terminal {
  print(text: string): void;
  complain(text: string): void;
}

/** What the command line finds where it runs. */
interface Surroundings {
  config: UpstreamConfig;
  /** Where the server that browsers are connected to listens, if it runs. */
  server: { host: string; port: number };
  log: Logger;
}

type Means = Surroundings & Pick<Terminal, 'complain'>;

/** How long to wait for another process to let go of the data folder, or to open its socket. */
const patienceMs = 20_000;

/**
 * Does what was typed behind `npm run club --`, and answers the exit code: 0 done, 1 not done, 2 wrong use.
 * `open` is called once it is clear that there is something to do; its errors count as not done.
 */
export async function runClub(
  words: readonly string[],
  open: () => Surroundings,
  { print, complain }: Terminal,
): Promise<0 | 1 | 2> {
  const json = wantsJson(words);
  try {
    const asked = readArguments(clubCommands, words);
    if ('help' in asked) {
      print(asked.help);
      return 0;
    }
    const { command, given } = asked;
    const { lines, data } = await intoFile(command.writes && String(given[command.writes]), () =>
      carryOut(command, given, { ...open(), complain }),
    );
    print(json ? JSON.stringify(data) : lines.join('\n'));
    return 0;
  } catch (error) {
    complain(json ? JSON.stringify({ error: wordsFor(error) }) : wordsFor(error));
    return error instanceof WrongUse ? 2 : 1;
  }
}

/** On PostgreSQL always here; else by the running server, or here when none runs. */
async function carryOut(command: ClubCommand, given: Record<string, unknown>, means: Means): Promise<Outcome> {
  const { config } = means;
  if (config.databaseUrl || command.alone) return carryOutHere(command, given, means);
  if (!existsSync(join(config.dataDir, 'database'))) {
    throw new CommandFailed(`There is no club in ${config.dataDir} yet: open it with npm start.`);
  }
  const begun = performance.now();
  for (;;) {
    const outcome = await askServer(config.dataDir, { command: command.name, given });
    if (outcome) return outcome;
    try {
      return await carryOutHere(command, given, means);
    } catch (error) {
      // A server that starts or stops, or another command line.
      const mayEnd = error instanceof DataDirLocked && performance.now() - begun < patienceMs;
      if (!mayEnd) throw error;
      await wait(200);
    }
  }
}

/** Mails that it leaves behind in the queue are sent by the server, now or when it runs again. */
async function carryOutHere(
  command: ClubCommand,
  given: Record<string, unknown>,
  { config, server, log, complain }: Means,
): Promise<Outcome> {
  const database = await openDatabase(config, log);
  try {
    const { db } = database;
    if (command.alone) await prepareDatabase(database, async () => {});
    if (!(await hasNewestSchema(db))) {
      throw new CommandFailed('This database is not of this version: start the server once, which brings it there.');
    }
    const jobs = await startJobs(db, log);
    // Derived as the server does it.
    const secret = newestKey(config.secrets, 'realtime').toString('hex');
    const broadcaster = await openShortLived(config, { server, secret, log, complain });
    try {
      return await command.run({ db, jobs, broadcaster, config, log }, given, new Date());
    } finally {
      await broadcaster.close();
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof WrongUse || error instanceof CommandFailed || error instanceof DataDirLocked) {
    return error.message;
  }
  if (isUnavailable(error)) return 'The database does not answer; nothing was done.';
  return `It failed, and nothing was done: ${JSON.stringify(describeFailure(error))}`;
}
