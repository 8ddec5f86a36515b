/** Compares what the book says of a house with what staff counted there. */
import type { Room } from '../../upstream/contract/growing-rooms';

export type Proof =
  /** Before the first cycle. */
  | { kind: 'new' }
  /** Nobody has counted. */
  | { kind: 'never' }
  /** The last count was before the running cycle. */
  | { kind: 'earlier'; count: Count }
  | { kind: 'equal'; count: Count }
  /** The two agreed, and the book has changed since. */
  | { kind: 'changed'; count: Count; since: Since }
  /** `more`: how many more the book had than the house. */
  | { kind: 'differs'; count: Count; more: number; since: Since | null };

type Count = NonNullable<Room['count']>;

/** What became different in the book after the count. Usually only one of them is not 0. */
export interface Since {
  lost: number;
  added: number;
}

type Counted = Pick<Room, 'cycle' | 'plants' | 'count' | 'stages'>;

export function proofOf({ cycle, plants, count, stages: [first] }: Counted): Proof {
  if (cycle === 0) return { kind: 'new' };
  if (!count) return { kind: 'never' };
  if (first && Date.parse(count.at) < Date.parse(first.since)) return { kind: 'earlier', count };
  const changes = { lost: count.lost_since, added: plants - count.expected + count.lost_since };
  const since = changes.lost === 0 && changes.added === 0 ? null : changes;
  const more = count.expected - count.standing;
  if (more !== 0) return { kind: 'differs', count, more, since };
  return since ? { kind: 'changed', count, since } : { kind: 'equal', count };
}
