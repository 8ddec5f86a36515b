/** What members and staff do, by the functions that calls and commands are made of. */
import { eq } from 'drizzle-orm';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { once } from '../http/idempotency';
import { users } from '../identity/identity.tables';
import { memberPermissions } from '../identity/permissions';
import { makeCode } from '../identity/verification/verification-code';
import { decimal } from '../ledger/ledger';
import { minorUnitsOf } from './amounts';
import { exportPayouts } from './bank/payouts';
import { payoutsFail } from './bank/payouts.club';
import { expireOrders } from './orders/expiry';
import { cancelOrder, createDeposit } from './orders/orders';
import { ordersRefund } from './orders/orders.club';
import { allow, type Books, noteMade } from './wallet.books.testing';
import { type Kind, type Operation, type Outcome, pickOf } from './wallet.operations.testing';
import { now } from './wallet.testing';
import { cancelWithdrawal } from './withdrawals/cancel';
import { createWithdrawal } from './withdrawals/create';
import { createDraft } from './withdrawals/drafts';
import type { ShownWithdrawal } from './withdrawals/show';
import { withdrawalsApprove, withdrawalsReject } from './withdrawals/withdrawals.club';

export interface Scene {
  deps: Deps;
  books: Books;
  asked: Operation;
}
export type Act = (scene: Scene) => Promise<Outcome>;

const later = new Date(now.getTime() + 30 * 86_400_000);
const caller = { ip: null, requestId: 'test', language: 'en' as const, now, userAgent: null, deviceTokens: [] };
/** One key for every call of a member, whatever it is for. */
const headerOf = ({ key }: Operation) => `key ${key}`;

const staffOf = ({ staff }: Books, { key }: Operation) => staff[key % staff.length] as number;

/** Mostly it lets the member do again what they may not for a while. */
async function block({ deps, books, asked }: Scene): Promise<Outcome> {
  const member = pickOf(books.members, asked);
  const left = memberPermissions.filter((one) => asked.key > 0 || !/^wallet\.(deposit|withdraw)$/.test(one));
  if (member) await allow(deps, [member.id], left);
  return 'done';
}

async function order({ deps, books, asked }: Scene): Promise<Outcome> {
  const { id: userId } = pickOf(books.members, asked) as Books['members'][number];
  const wanted = { amount: decimal(asked.amount, 'EUR'), currency: 'EUR' };
  const { body } = await createDeposit(deps, userId, wanted, headerOf(asked), caller);
  const made = { label: body.order_label, userId, amount: minorUnitsOf(body.amount) };
  return noteMade(books, books.orders, `${headerOf(asked)} of ${userId}`, made);
}

async function cancelAnOrder({ deps, books, asked }: Scene): Promise<Outcome> {
  const chosen = pickOf(books.orders, asked);
  if (!chosen) return 'refused';
  await cancelOrder(deps, chosen.userId, chosen.label, caller);
  return 'done';
}

async function expire({ deps }: Scene): Promise<Outcome> {
  await expireOrders(deps, later);
  return 'done';
}

async function draft({ deps, books, asked }: Scene): Promise<Outcome> {
  const { id: userId, account: accountId } = pickOf(books.members, asked) as Books['members'][number];
  const { id } = await createDraft(deps.db, await findUser(deps, userId), { amount: asked.amount, accountId }, caller);
  books.drafts.push({ id, userId });
  return 'done';
}

/** As the call does it, but for the turns that one process takes: several have none. */
async function withdraw({ deps, books, asked }: Scene): Promise<Outcome> {
  const chosen = pickOf(books.drafts, asked);
  if (!chosen) return 'refused';
  const { id: draftId, userId } = chosen;
  const user = await findUser(deps, userId);
  const bond = { userId, action: 'withdraw' as const, context: draftId };
  const code = await transaction(deps.db, (tx) => makeCode(tx, deps, bond, now));
  const given = { verification_method: 'email' as const, verification_code: code };
  const request = ['createWithdrawal', draftId];
  const { body } = await once<ShownWithdrawal>(
    deps.db,
    { userId, key: headerOf(asked), request, now, german: false },
    (remember) => createWithdrawal(deps, user, { draftId, given, remember }, caller),
  );
  const made = { label: body.withdraw_label, userId, net: minorUnitsOf(body.net_amount) };
  return noteMade(books, books.withdrawals, `draft ${draftId}`, made);
}

async function findUser({ db }: Deps, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('The member is gone');
  return user;
}

async function cancel({ deps, books, asked }: Scene): Promise<Outcome> {
  const chosen = pickOf(books.withdrawals, asked);
  if (!chosen) return 'refused';
  await cancelWithdrawal(deps, chosen.userId, chosen.label, caller);
  return 'done';
}

async function exportAll({ deps, books, asked }: Scene): Promise<Outcome> {
  const staff = staffOf(books, asked);
  const { file } = await transaction(deps.db, (tx) => exportPayouts(tx, staff, now));
  if (file) books.files.push({ id: file.id, total: file.total });
  return file ? 'done' : 'refused';
}

type Command = typeof ordersRefund;
type Given = (books: Books, asked: Operation) => Record<string, string>;

/** A command of the staff about an order or a withdrawal. */
const commanded =
  (list: 'orders' | 'withdrawals', command: Command, given: Given): Act =>
  async ({ deps, books, asked }) => {
    const chosen = pickOf<{ label: string }>(books[list], asked);
    if (!chosen) return 'refused';
    await command.run(deps, { label: chosen.label, ...given(books, asked) }, now);
    return 'done';
  };

const reason = 'Asked for';
const byStaff: Given = (...about) => ({ staff: String(staffOf(...about)) });

export const clubActs = {
  block,
  order,
  'cancel order': cancelAnOrder,
  expire,
  refund: commanded('orders', ordersRefund, () => ({ reason })),
  draft,
  withdraw,
  cancel,
  approve: commanded('withdrawals', withdrawalsApprove, byStaff),
  reject: commanded('withdrawals', withdrawalsReject, (...about) => ({ ...byStaff(...about), reason })),
  export: exportAll,
  fail: commanded('withdrawals', payoutsFail, () => ({ reason })),
} as const satisfies Partial<Record<Kind, Act>>;
