/** The connection of a line, and how it notifies. */
import pg from 'pg';

export const CHANNEL = 'almende_line';
/** By this name other programs see whether anybody listens. */
export const LISTENER = 'almende line';
const QUERY_TIMEOUT_MS = 10_000;

/** Connects to the PostgreSQL. An error of the connection ends nothing but the connection. */
export async function openSession(databaseUrl: string, application_name: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ connectionString: databaseUrl, application_name, keepAlive: true },
    ...{ connectionTimeoutMillis: 5000, query_timeout: QUERY_TIMEOUT_MS },
  });
  // Until it has its listeners: without one, the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Notifies of these lines, in this order. */
export const notify = (client: pg.Client, lines: string[]) =>
  client.query(
    `select pg_notify('${CHANNEL}', said) from unnest($1::text[]) with ordinality as line (said, at) order by at`,
    [lines],
  );
