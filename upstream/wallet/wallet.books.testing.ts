/** What a test of random operations knows about its members. */
import { inArray } from 'drizzle-orm';
import type { Deps } from '../deps';
import { aStaffMember } from '../identity/staff/staff.testing';
import { users } from '../members/members.tables';
import { memberPermissions } from '../members/permissions';
import type { WrittenEntry } from './bank/statement-writer';
import type { Outcome } from './wallet.operations.testing';
import { aMember } from './wallet.testing';
import { anAccount } from './withdrawals/withdrawals.testing';

/** Members with accounts, and the results of the operations, each list in the order of the answers. */
export interface Books {
  members: { id: number; account: number }[];
  staff: [number, number];
  orders: { label: string; userId: number; amount: bigint }[];
  drafts: { id: string; userId: number }[];
  withdrawals: { label: string; userId: number; net: bigint }[];
  files: { id: string; total: bigint }[];
  /** Transfers whose outcome the test follows; `waits` is true for one that was unmatched at first. */
  transfers: { id: number; entry: WrittenEntry; waits: boolean }[];
  /** The label that each key or draft made. */
  made: Map<string, string>;
}

export async function openBooks(deps: Deps, members: number): Promise<Books> {
  const staff: Books['staff'] = [(await aStaffMember(deps)).id, (await aStaffMember(deps)).id];
  const lists = { orders: [], drafts: [], withdrawals: [], files: [], transfers: [] };
  const books: Books = { members: [], staff, ...lists, made: new Map() };
  for (let n = 0; n < members; n++) {
    const id = await aMember(deps);
    await allow(deps, [id], memberPermissions);
    books.members.push({ id, account: await anAccount(deps, id) });
  }
  return books;
}

export const allow = ({ db }: Deps, ids: number[], permissions: readonly string[]) =>
  db
    .update(users)
    .set({ permissions: [...permissions] })
    .where(inArray(users.id, ids));

/** Records what `cause` made. Throws if it makes a second thing. */
export function noteMade<T extends { label: string }>({ made }: Books, list: T[], cause: string, answer: T): Outcome {
  const earlier = made.get(cause) ?? answer.label;
  if (earlier !== answer.label) throw new Error(`${cause} made ${earlier}, and then ${answer.label}`);
  made.set(cause, answer.label);
  if (list.some(({ label }) => label === answer.label)) return 'again';
  list.push(answer);
  return 'done';
}
