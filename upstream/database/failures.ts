/** Classifies failed statements. Drizzle and pg wrap errors in each other, so the chain of causes is searched. */

interface DatabaseFailure {
  code: string;
  constraint?: string;
  table?: string;
  /** The function of PostgreSQL that refused. Its messages are in the language of the server. */
  routine?: string;
}

/** Whether the same transaction may succeed if it runs again. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(findFailure(error)?.code ?? '') || hasLostStatement(error);

/**
 * Whether the session cannot run a prepared statement that its client sent before. A pooler in front of PostgreSQL
 * forgets statements, and so does `discard all`. A migration may have changed the columns of one. In each case nothing
 * was done yet, and another connection prepares the statement again.
 */
export function hasLostStatement(error: unknown): boolean {
  const { code, routine } = findFailure(error) ?? {};
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

/** Whether a row with this value exists already; with `constraint`, only if that constraint was violated. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = findFailure(error);
  return failure?.code === '23505' && (constraint === undefined || failure.constraint === constraint);
}

/** Whether the database does not answer: refused, gone, shutting down, or out of connections. */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (hasCode(cause) && /^(08|53|57P0)|^E[A-Z]+$/.test(cause.code)) return true;
    if (cause instanceof Error && unavailable.test(cause.message)) return true;
  }
  return false;
}

// pg gives these errors no code.
const unavailable =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout)/;

/** Whether a statement took longer than its connection allows. */
export const isTooSlow = (error: unknown): boolean => findFailure(error)?.code === '57014';

/** Returns code, constraint and table of the failed statement, never its values. */
export function findFailure(error: unknown): DatabaseFailure | null {
  for (const cause of causes(error)) {
    if (hasCode(cause) && /^[0-9A-Z]{5}$/.test(cause.code)) return cause;
  }
  return null;
}

/** Returns what went wrong and where, for logs, without the values of a statement or message. */
export function describeFailure(error: unknown) {
  const failure = findFailure(error);
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: error.name,
    code: failure?.code,
    constraint: failure?.constraint,
    table: failure?.table,
    // Messages about statements contain parameters. Other messages are our own or the runtime's.
    reason: failure || error.message.startsWith('Failed query') ? undefined : error.message,
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12),
  };
}

const hasCode = (error: unknown): error is DatabaseFailure =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';

function* causes(error: unknown): Generator<unknown> {
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 5; depth++) {
    yield at;
    at = at instanceof Error ? at.cause : undefined;
  }
}
