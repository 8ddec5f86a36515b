import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { partsOf, sealPart } from './line-parts';
import { LISTENER, notify, openSession } from './line-session';

/** Says something to the processes that listen, without listening. For a process that runs one task. */
export interface Caller {
  /** Returns false if nobody listens. */
  say(words: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Connects when it first says something. */
export function openCaller(databaseUrl: string, secrets: string[]): Caller {
  const own = randomBytes(6).toString('hex');
  let number = 0;
  let calling: Promise<{ client: pg.Client; isHeard: boolean }> | undefined;
  async function call() {
    const client = await openSession(databaseUrl, 'almende');
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
      [LISTENER],
    );
    return { client, isHeard: rows.length > 0 };
  }
  return {
    say: async (words) => {
      calling ??= call();
      const { client, isHeard } = await calling;
      const lines = [...partsOf(words)].map((part) => sealPart(secrets, `${own} S${++number} ${part}`, Date.now()));
      await notify(client, lines);
      return isHeard;
    },
    close: async () => void (await calling?.then(({ client }) => client.end()).catch(() => {})),
  };
}
