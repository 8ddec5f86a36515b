import type { Carried } from './carry.server';

/** A carried form for display, after the session was locked or terms needed agreement. */
export interface Resumed {
  path: string;
  /** The sealed form. */
  carry: string;
  values: { name: string; value: string }[];
  /** True for money: no button on another page sends it. The member reviews the filled-in form first. */
  mustReview: boolean;
}

const MONEY = /^\/(financial|growing\/sale)\//;
/** Fields that control a form and mean nothing to the member. */
const SILENT = /^(intent|idempotency_key|return_to|etag|verification_intent|verification_again|__intent__|__state__)$/;

export function describeCarried({ path, fields }: Carried, carry: string): Resumed {
  const values = fields.filter(([name]) => !SILENT.test(name)).map(([name, value]) => ({ name, value }));
  return { path, carry, values, mustReview: MONEY.test(path) };
}
