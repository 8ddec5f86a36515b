/**
 * What staff may do in a member's area (docs/product/session.md#ghost-mode). They may read everything except the secret
 * calls. They may make the other calls listed below, each with its reason. All calls that are not listed are refused,
 * so new calls are too.
 */
type Reasons = Record<string, string>;

export const allowed: Reasons = {
  'POST /ghost/leave': 'the way out',
  'POST /auth/logout': 'the other way out',
};

/** Calls that also need `ghost.write`. */
export const allowedInWriting: Reasons = {
  'POST /instructions/toggle-state/{id}': 'an intro panel that is in the way, or that somebody looks for',
};

export const secret: Reasons = {
  'GET /user/export/{id}/file': 'everything about the member in one file',
  'GET /news/feed': 'whoever has the address reads the feed',
  'GET /appointments/feed': 'whoever has the address reads the calendar',
  'GET /chat/conversations': 'what members write to each other is for them alone',
  'GET /chat/conversations/{id}': 'what members write to each other is for them alone',
  'GET /chat/conversations/{id}/messages': 'what members write to each other is for them alone',
  'GET /chat/contacts': 'whom the member writes to',
  'GET /broadcasting/auth': 'a socket hears what is for the member alone, also after ghost mode',
};

export type Outcome = 'read' | 'write' | 'refused';

/** Returns the outcome of a call in ghost mode. `path` has the notation of the contract. */
export function outcomeOf(method: string, path: string, { readOnly }: { readOnly: boolean }): Outcome {
  const isReading = method === 'GET' || method === 'HEAD';
  const call = `${isReading ? 'GET' : method} ${path}`;
  if (isReading) return call in secret ? 'refused' : 'read';
  if (call in allowed) return 'read';
  return call in allowedInWriting && !readOnly ? 'write' : 'refused';
}
