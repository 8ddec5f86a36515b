/** Returns the fields of an event's data, or no fields. Events are hints, so an invalid one must not throw. */
export const fieldsOf = (data: unknown) =>
  (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;

export const isKey = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Returns a function that is true for a new id. An event may come twice around a reconnect. */
export function recentIds(limit = 100): (id: string) => boolean {
  const known = new Set<string>();
  return (id) => {
    if (known.has(id)) return false;
    known.add(id);
    for (const oldest of known) if (known.size > limit) known.delete(oldest);
    return true;
  };
}
