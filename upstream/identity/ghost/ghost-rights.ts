/**
 * What staff may do in a member's area (product/session.md, "Ghost mode"). Reading, save what is secret; of all other
 * calls those below, each with its reason. Whatever is not named here is refused, and so is every call that comes new.
 */
type Reasons = Record<string, string>;

export const allowed: Reasons = {
  'POST /ghost/leave': 'the way out',
  'POST /auth/logout': 'the other way out',
};

/** With `ghost.write` also these. */
export const allowedInWriting: Reasons = {
  'POST /instructions/toggle-state/{id}': 'an intro panel that is in the way, or that somebody looks for',
};

export const secret: Reasons = {
  'GET /user/export/{id}/file': 'everything about the member in one file',
};

export type Outcome = 'read' | 'write' | 'refused';

/** What becomes of a call in ghost mode: `GET` and the path as the contract writes it. */
export function outcomeOf(method: string, path: string, { readOnly }: { readOnly: boolean }): Outcome {
  const isReading = method === 'GET' || method === 'HEAD';
  const call = `${isReading ? 'GET' : method} ${path}`;
  if (isReading) return call in secret ? 'refused' : 'read';
  if (call in allowed) return 'read';
  return call in allowedInWriting && !readOnly ? 'write' : 'refused';
}
