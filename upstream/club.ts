/** The staff command line: its commands and where they run. Described in docs/staff.md. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { affiliateCommands } from './affiliate/affiliate.club';
import { listCommissionFaults } from './affiliate/commissions/verify-commissions';
import { appointmentCommands } from './appointments/appointments.club';
import { backup, restore } from './backup/backup.club';
import { chatCommands } from './chat/chat.club';
import { readArguments, wantsJson } from './club/arguments';
import { type Actor, type ClubCommand, CommandFailed, type Outcome, WrongUse } from './club/command';
import { intoFile } from './club/output-file';
import { askServer, type CommandRequest } from './club/socket';
import { forgetToken, keepToken, readToken } from './club/token-file';
import { visible } from './club/visible';
import type { UpstreamConfig } from './config';
import { openDatabase } from './database/database';
import { describeFailure, isUnavailable } from './database/failures';
import { DataDirLocked } from './database/lock';
import { hasNewestSchema, prepareDatabase } from './database/migrate';
import { databaseIn } from './database/postgres';
import type { Deps } from './deps';
import { goods } from './goods';
import { growingCommands } from './growing/growing.club';
import { listGrowingFaults } from './growing/harvests/verify-harvests';
import { ghostLink } from './identity/ghost/ghost.club';
import { memberUnlockName } from './identity/profile/unlock-name.club';
import { memberPermission, memberVerify } from './identity/staff/member-rights.club';
import {
  createProposalsConfirm,
  login,
  logout,
  proposalsList,
  proposalsWithdraw,
  tokensList,
  tokensRevoke,
} from './identity/staff/staff.club';
import { findActor } from './identity/staff/staff-tokens';
import { twoFactorReset } from './identity/two-factor/two-factor.club';
import { startJobs } from './jobs/jobs';
import { ledgerVerify } from './ledger/ledger.club';
import { mailCommands } from './mail/mail.club';
import { memberShow } from './members/members.club';
import { newsCommands } from './news/news.club';
import { notify } from './notifications/notifications.club';
import { clientUpdated } from './realtime/realtime.club';
import { openShortLived } from './realtime/short-lived.broadcaster';
import { supportCommands } from './support/support.club';
import { termsPublish } from './terms/terms.club';
import { listWalletFaults } from './wallet/verify-wallet';
import { walletCommands } from './wallet/wallet.club';

/** The commands of a module are in its `<module>.club.ts`, next to the domain. */
export const clubCommands: readonly ClubCommand[] = [
  login,
  logout,
  tokensList,
  tokensRevoke,
  proposalsList,
  createProposalsConfirm(() => clubCommands),
  proposalsWithdraw,
  memberShow,
  memberUnlockName,
  memberVerify,
  memberPermission,
  notify,
  clientUpdated,
  termsPublish,
  ghostLink,
  twoFactorReset,
  ledgerVerify([listWalletFaults, listGrowingFaults, listCommissionFaults]),
  ...walletCommands,
  ...growingCommands,
  ...supportCommands,
  ...chatCommands,
  ...newsCommands,
  ...affiliateCommands,
  ...appointmentCommands,
  ...mailCommands,
  backup,
  restore,
];

interface Terminal {
  print(text: string): void;
  complain(text: string): void;
  /** Asks for secrets, one question for each of `words`, and returns the answers. */
  ask(words: readonly string[]): Promise<string[]>;
}

/** The environment of the command line. */
interface ClubEnvironment {
  config: UpstreamConfig;
  /** The file that keeps the staff token between two commands. */
  tokenFile: string;
  log: Logger;
}

type CommandEnvironment = ClubEnvironment & Pick<Terminal, 'complain'>;

/**
 * Runs a command in the process that holds the database. Finds the command by its name, and the acting member of staff
 * by the staff token.
 * @throws WrongUse, or CommandFailed with a message for the person at the command line
 */
export async function performCommand(
  deps: Deps,
  { command: name, given, token }: CommandRequest,
  now: Date,
): Promise<Outcome> {
  return performAs(deps, { command: name, given }, now, token === null ? null : await findActor(deps.db, token, now));
}

/**
 * Runs a command for somebody for whom the caller vouches: a proven member of the staff, or the staff that the demo
 * club plays.
 * @throws WrongUse, or CommandFailed
 */
export async function performAs(
  deps: Deps,
  { command: name, given }: Omit<CommandRequest, 'token'>,
  now: Date,
  actor: Actor | null,
): Promise<Outcome> {
  const command = clubCommands.find((known) => known.name === name);
  if (!command) throw new CommandFailed(`The running server has no command “${name}”: it is older.`);
  return command.run(deps, given, now, actor);
}

/** How long to wait until another process releases the data folder or opens its socket. */
const patienceMs = 20_000;

/**
 * Runs what was typed after `npm run club --`, and returns the exit code: 0 done, 1 not done, 2 wrong use. Calls `open`
 * only when a command is to run, and first says on which club; errors of `open` give exit code 1.
 */
export async function runClub(
  words: readonly string[],
  open: () => ClubEnvironment,
  { ask, ...terminal }: Terminal,
): Promise<0 | 1 | 2> {
  const print = (text: string) => terminal.print(visible(text));
  const complain = (text: string) => terminal.complain(visible(text));
  const json = wantsJson(words);
  try {
    const asked = readArguments(clubCommands, words);
    if ('help' in asked) {
      print(asked.help);
      return 0;
    }
    const { command } = asked;
    const environment = open();
    // Before it asks for a password.
    const club = clubOf(environment.config);
    complain(json ? JSON.stringify({ club }) : `Club: ${club}`);
    const given = { ...asked.given, ...(await askFor(command, ask)) };
    command.check(given);
    const { lines, data } = await intoFile(command.writes && pathOf(given[command.writes]), () =>
      carryOutWithToken(command, given, { ...environment, complain }),
    );
    print(json ? JSON.stringify(data) : lines.join('\n'));
    return 0;
  } catch (error) {
    complain(json ? JSON.stringify({ error: wordsFor(error) }) : wordsFor(error));
    return error instanceof WrongUse ? 2 : 1;
  }
}

const clubOf = ({ databaseUrl, dataDir }: UpstreamConfig): string =>
  databaseUrl ? `database ${databaseIn(databaseUrl)}` : `data folder ${dataDir}`;

const pathOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

async function askFor({ asks = [] }: ClubCommand, ask: Terminal['ask']): Promise<Record<string, unknown>> {
  if (asks.length === 0) return {};
  const answers = await ask(asks.map(({ words }) => words));
  return Object.fromEntries(asks.map(({ name }, at) => [name, answers[at]]));
}

/** Sends the stored staff token along, and stores the token that the command returns. */
async function carryOutWithToken(
  command: ClubCommand,
  given: Record<string, unknown>,
  means: CommandEnvironment,
): Promise<Outcome> {
  const token = command.name === login.name ? null : readToken(means.tokenFile);
  const outcome = await carryOut(command, { command: command.name, given, token }, means);
  if (outcome.token) keepToken(means.tokenFile, outcome.token);
  else if (outcome.token === null) forgetToken(means.tokenFile);
  return outcome;
}

/**
 * Runs the command here on PostgreSQL. On the embedded database the running server runs it; without one, it runs here.
 */
async function carryOut(command: ClubCommand, asking: CommandRequest, means: CommandEnvironment): Promise<Outcome> {
  const { config } = means;
  if (config.databaseUrl || command.alone) return carryOutHere(command, asking, means);
  if (!existsSync(join(config.dataDir, 'database'))) {
    throw new CommandFailed(`There is no club in ${config.dataDir} yet: open it with npm start.`);
  }
  const begun = performance.now();
  for (;;) {
    const outcome = await askServer(config.dataDir, asking);
    if (outcome) return outcome;
    try {
      return await carryOutHere(command, asking, means);
    } catch (error) {
      // Another command line, or a server that starts or stops, holds the folder.
      const mayEnd = error instanceof DataDirLocked && performance.now() - begun < patienceMs;
      if (!mayEnd) throw error;
      await wait(200);
    }
  }
}

/** Runs the command in this process. The server sends the mails that the command queues, now or when it next runs. */
async function carryOutHere(
  command: ClubCommand,
  asking: CommandRequest,
  { config, log, complain }: CommandEnvironment,
): Promise<Outcome> {
  const database = await openDatabase(config, log);
  try {
    const { db } = database;
    if (command.alone) await prepareDatabase(database, log, async () => {});
    if (!(await hasNewestSchema(db))) {
      throw new CommandFailed('This database is not of this version: start the server once, which brings it there.');
    }
    const jobs = await startJobs(db, log);
    const broadcaster = await openShortLived(config, { log, complain });
    try {
      return await performCommand({ db, jobs, broadcaster, config, log, goods }, asking, new Date());
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
