import type { PathLog } from './logged-path';

/** Database messages quote the values of a statement, so the SQLSTATE of PostgreSQL replaces them. */
export function statementFailure(error: unknown, depth = 0): string | null {
  if (!(error instanceof Error) || depth > 5) return null;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return `SQLSTATE ${code}`;
  const deeper = statementFailure(error.cause, depth + 1);
  return deeper ?? (error.message.startsWith('Failed query') ? 'Failed query' : null);
}

const PATH = /(https?:\/\/[^\s/"']+)?(\/[^\s"'?#]+)([?#][^\s"']*)?/g;
const ADDRESS = /[^\s"'<>(),;:=/]+(@|%40)[^\s"'<>(),;&?/]+/gi;
/** Node quotes a text that is no JSON, such as a page of a foreign back end, and a header that it cannot send. */
const REFUSED_TEXT = /".*"(\.{3})?(?= is (?:not valid JSON|an invalid header))/gs;

/**
 * Returns the text of an error without e-mail addresses, queries and texts that Node refused. It writes paths as
 * `paths` does.
 */
export const anonymousText = (text: string, paths: PathLog): string =>
  text
    .replace(REFUSED_TEXT, '"…"')
    .replace(PATH, (_, origin: string | undefined, path: string) => (origin ?? '') + paths.write(path))
    .replace(ADDRESS, '…');
