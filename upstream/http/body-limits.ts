/** Limits on the body of a call, checked before its schema. */
export interface BodyLimits {
  bytes: number;
  /** Keys of all objects plus items of all lists. */
  values: number;
  /** Levels of nested objects and lists. */
  depth: number;
  /** Characters of one text or key. */
  characters: number;
}

/** The largest call of a guest is an application for membership: a dozen fields, and the accepted terms. */
export const guestLimits: BodyLimits = { bytes: 32 * 1024, values: 100, depth: 4, characters: 8 * 1024 };

export const memberLimits: BodyLimits = { bytes: 256 * 1024, values: 1000, depth: 8, characters: 64 * 1024 };

/** Returns whether the body is within the limits. It stops at the first excess and never inspects more than allowed. */
export function isWithin(body: unknown, limits: BodyLimits): boolean {
  let values = 0;
  const isWithinDepth = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return value.length <= limits.characters;
    if (typeof value !== 'object' || value === null) return true;
    if (depth >= limits.depth) return false;
    if (Array.isArray(value)) {
      values += value.length;
      return values <= limits.values && value.every((item) => isWithinDepth(item, depth + 1));
    }
    // One key at a time, because a list of all keys would be the very work that the limits prevent.
    for (const key in value) {
      values += 1;
      if (values > limits.values || key.length > limits.characters) return false;
      if (!isWithinDepth((value as Record<string, unknown>)[key], depth + 1)) return false;
    }
    return true;
  };
  return isWithinDepth(body, 0);
}
