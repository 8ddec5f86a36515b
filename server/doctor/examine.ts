import { ConfigurationError } from '../../app/platform/request/env.server';
import { readConfig, type ServerConfig } from '../config';
import { checkBackEnd } from './back-end-check';
import { checkDatabase } from './database-check';
import { checkFiles } from './files-check';
import { type Finding, findingsOf, withoutFail } from './finding';
import { checkMail } from './mail-check';
import { checkProxy } from './proxy-check';
import { checkRealtime } from './realtime-check';
import { checkNames, checkSettings } from './settings-check';

/**
 * Reads the settings as the server does, and tries what they name: files, database, mail server, back end, realtime
 * service and proxy. Changes nothing. `envFile` is the file that the settings come from, if there is one.
 */
export async function examine(environment: NodeJS.ProcessEnv, envFile: string | null): Promise<Finding[]> {
  const files = await withoutFail('files', async () => checkFiles(environment, envFile));
  const names = envFile ? checkNames(envFile) : [];
  const { config, mistakes } = read(environment);
  if (!config) return [...mistakes, ...names, ...files];
  const tried = await Promise.all([
    withoutFail('database', () => checkDatabase(config)),
    withoutFail('mail', () => checkMail(config)),
    withoutFail('back end', () => checkBackEnd(config)),
    withoutFail('realtime', () => checkRealtime(config)),
    withoutFail('proxy', () => checkProxy(config)),
  ]);
  return [...checkSettings(config, environment), ...names, ...files, ...tried.flat()];
}

/** Reads the configuration without the changes that a start makes. */
function read(environment: NodeJS.ProcessEnv): { config: ServerConfig | null; mistakes: Finding[] } {
  try {
    return { config: readConfig({ ...environment }, { onlyLooks: true }), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { config: null, mistakes: error.message.split('\n').map((line) => findingsOf('settings').wrong(line)) };
  }
}
