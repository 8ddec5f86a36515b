/** The program behind `npm run club -- …`: the staff command line on the embedded upstream. See docs/staff.md. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import pino from 'pino';
import { ConfigurationError } from '../app/platform/request/env.server';
import { runClub } from '../upstream/club';
import { CommandFailed } from '../upstream/club/command';
import { readConfig } from './config';
import { askForSecrets } from './secrets-input';

/** Reads the same environment as the server, so it finds the same club. */
function open() {
  try {
    const { upstream: config, correction } = readConfig(process.env);
    if (correction) console.error(correction);
    if (config) return { config, tokenFile: tokenFile(), log };
  } catch (error) {
    throw error instanceof ConfigurationError ? new CommandFailed(error.message) : error;
  }
  throw new CommandFailed('UPSTREAM_URL names a foreign back end, whose staff have a way of their own.');
}

/** Each user of the machine has their own file, unless the environment names another. */
const tokenFile = (): string => resolve(process.env.CLUB_TOKEN_FILE || join(homedir(), '.almende', 'club-token'));

/** The log goes to standard error. Standard output is for results. */
const log = pino({ level: process.env.LOG_LEVEL || 'warn', base: undefined }, pino.destination({ fd: 2, sync: true }));

process.exitCode = await runClub(process.argv.slice(2), open, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  ask: askForSecrets,
});
