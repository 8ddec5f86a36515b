/** The program behind `npm run club -- …`: the staff command line on the embedded upstream. See docs/staff.md. */
import pino from 'pino';
import { ConfigurationError } from '../app/platform/env.server';
import { runClub } from '../upstream/club';
import { CommandFailed } from '../upstream/club/command';
import { readConfig } from './config';

/** As the server reads it: the same environment finds the same club. */
function open() {
  try {
    const { upstream: config, host, port } = readConfig(process.env);
    if (config) return { config, server: { host: isAny(host) ? '127.0.0.1' : host, port }, log };
  } catch (error) {
    throw error instanceof ConfigurationError ? new CommandFailed(error.message) : error;
  }
  throw new CommandFailed('UPSTREAM_URL names a foreign back end, whose staff have a way of their own.');
}

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Standard output is for what was done. */
const log = pino({ level: process.env.LOG_LEVEL || 'warn', base: undefined }, pino.destination({ fd: 2, sync: true }));

process.exitCode = await runClub(process.argv.slice(2), open, {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
});
