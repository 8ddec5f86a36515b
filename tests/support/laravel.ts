import type { Spoken } from './foreign-upstream';

/** Fields of Laravel's paginator that the specification does not name. */
const morePageFields = ['first_page_url', 'last_page', 'last_page_url', 'links', 'path', 'per_page', 'prev_page_url'];
const optionalFields = ['timezone', 'nft', 'instruction_state'];
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Returns an answer of the embedded back end as a Laravel application writes it (docs/upstream.md#answers): 200 and
 * a message where there is nothing to say, jwt-auth's own 401, numbers for truth values, numbers in quotes, `[]` for an
 * empty object, times without a zone, and pages of six fields. What is optional and empty is left out.
 */
export function inLaravelsHabits({ status, body, hadToken }: Spoken): Pick<Spoken, 'status' | 'body'> {
  if (status === 204) return { status: 200, body: { message: 'OK' } };
  if (status === 401 && hadToken) return { status, body: { message: 'Token has expired' } };
  return { status, body: status < 300 ? habitual(body) : body };
}

function habitual(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(habitual);
  if (typeof value === 'boolean') return value ? 1 : '0';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return instant.test(value) ? value.slice(0, -1).replace('T', ' ') : value;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (entries.length === 0) return [];
  const isPage = 'data' in value && 'current_page' in value;
  return Object.fromEntries(
    entries
      .filter(([name]) => !isPage || !morePageFields.includes(name))
      .filter(([name, part]) => !optionalFields.includes(name) || part !== null)
      .map(([name, part]) => [name, habitual(part)]),
  );
}
