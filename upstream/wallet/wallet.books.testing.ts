/** What a test of random operations knows of the members whom they are about. */
import { inArray } from 'drizzle-orm';
import type { Deps } from '../deps';
import { users } from '../identity/identity.tables';
import { allPermissions, memberPermissions } from '../identity/permissions';
import type { WrittenEntry } from './bank/statement-writer';
import type { Outcome } from './wallet.operations.testing';
import { aMember } from './wallet.testing';
import { anAccount } from './withdrawals/withdrawals.testing';

/** Members with accounts, and what came of what they and others did, each in the order in which it was answered. */
export interface Books {
  members: { id: number; account: number }[];
  staff: [number, number];
  orders: { label: string; userId: number; amount: bigint }[];
  drafts: { id: string; userId: number }[];
  withdrawals: { label: string; userId: number; net: bigint }[];
  files: { id: string; total: bigint }[];
  /** Of those whose outcome is followed; `waits` for one that was unmatched at first. */
  transfers: { id: number; entry: WrittenEntry; waits: boolean }[];
  /** What was made under a key or of a draft. */
  made: Map<string, string>;
}

export async function openBooks(deps: Deps, members: number): Promise<Books> {
  const staff: Books['staff'] = [await aMember(deps), await aMember(deps)];
  await allow(deps, staff, allPermissions);
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

/** Writes down what was made of `cause`, which never makes two. */
export function noteMade<T extends { label: string }>({ made }: Books, list: T[], cause: string, answer: T): Outcome {
  const earlier = made.get(cause) ?? answer.label;
  if (earlier !== answer.label) throw new Error(`${cause} made ${earlier}, and then ${answer.label}`);
  made.set(cause, answer.label);
  if (list.some(({ label }) => label === answer.label)) return 'again';
  list.push(answer);
  return 'done';
}
