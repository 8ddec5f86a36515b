import type { Carried } from './carry.server';

/** What a member sees of a form that waited, while the session was locked or terms had to be agreed to. */
export interface Resumed {
  path: string;
  /** Sealed, to be sent on. */
  carry: string;
  values: { name: string; value: string }[];
  /** Money is never sent by one button on another page: the filled-in form comes first. */
  mustReview: boolean;
}

const MONEY = /^\/(financial|growing\/sale)\//;
/** Fields that steer a form and mean nothing to its reader. */
const SILENT = /^(intent|idempotency_key|return_to|etag|verification_intent|verification_again|__intent__|__state__)$/;

export function describeCarried({ path, fields }: Carried, carry: string): Resumed {
  const values = fields.filter(([name]) => !SILENT.test(name)).map(([name, value]) => ({ name, value }));
  return { path, carry, values, mustReview: MONEY.test(path) };
}
