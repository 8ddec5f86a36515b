/** Acts of members and staff, by the functions behind the calls and commands. */
import { eq } from 'drizzle-orm';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { once } from '../http/idempotency';
import { actorNumbered } from '../identity/staff/staff.testing';
import { makeCode } from '../identity/verification/verification-code';
import { decimal } from '../ledger/ledger';
import { users } from '../members/members.tables';
import { memberPermissions } from '../members/permissions';
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
  operation: Operation;
}
export type Act = (scene: Scene) => Promise<Outcome>;

const later = new Date(now.getTime() + 30 * 86_400_000);
const caller = { ip: null, requestId: 'test', language: 'en' as const, now, userAgent: null, deviceTokens: [] };
/** The same key serves every call of a member. */
const headerOf = ({ key }: Operation) => `key ${key}`;

const staffOf = ({ staff }: Books, { key }: Operation) => staff[key % staff.length] as number;

/** Key 0 takes the permissions to pay in and withdraw. Every other key gives them back. */
async function block({ deps, books, operation }: Scene): Promise<Outcome> {
  const member = pickOf(books.members, operation);
  const left = memberPermissions.filter((one) => operation.key > 0 || !/^wallet\.(deposit|withdraw)$/.test(one));
  if (member) await allow(deps, [member.id], left);
  return 'done';
}

async function order({ deps, books, operation }: Scene): Promise<Outcome> {
  const { id: userId } = pickOf(books.members, operation) as Books['members'][number];
  const wanted = { amount: decimal(operation.amount, 'EUR'), currency: 'EUR' };
  const { body } = await createDeposit(deps, userId, wanted, headerOf(operation), caller);
  const made = { label: body.order_label, userId, amount: minorUnitsOf(body.amount) };
  return noteMade(books, books.orders, `${headerOf(operation)} of ${userId}`, made);
}

async function cancelAnOrder({ deps, books, operation }: Scene): Promise<Outcome> {
  const chosen = pickOf(books.orders, operation);
  if (!chosen) return 'refused';
  await cancelOrder(deps, chosen.userId, chosen.label, caller);
  return 'done';
}

async function expire({ deps }: Scene): Promise<Outcome> {
  await expireOrders(deps, later);
  return 'done';
}

async function draft({ deps, books, operation }: Scene): Promise<Outcome> {
  const { id: userId, account: withdrawAccountId } = pickOf(books.members, operation) as Books['members'][number];
  const { id } = await createDraft(
    deps.db,
    await getUser(deps, userId),
    { amount: operation.amount, withdrawAccountId },
    caller,
  );
  books.drafts.push({ id, userId });
  return 'done';
}

/** Withdraws like the call but without `inTurn`, because several processes share no turns. */
async function withdraw({ deps, books, operation }: Scene): Promise<Outcome> {
  const chosen = pickOf(books.drafts, operation);
  if (!chosen) return 'refused';
  const { id: draftId, userId } = chosen;
  const user = await getUser(deps, userId);
  const bond = { userId, action: 'withdraw' as const, context: draftId };
  const code = await transaction(deps.db, (tx) => makeCode(tx, deps, bond, now));
  const given = { verification_method: 'email' as const, verification_code: code };
  const request = ['createWithdrawal', draftId];
  const { body } = await once<ShownWithdrawal>(
    deps.db,
    { userId, key: headerOf(operation), request, now, german: false },
    (remember) => createWithdrawal(deps, user, { draftId, given, remember }, caller),
  );
  const made = { label: body.withdraw_label, userId, net: minorUnitsOf(body.net_amount) };
  return noteMade(books, books.withdrawals, `draft ${draftId}`, made);
}

async function getUser({ db }: Deps, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error('The member is gone');
  return user;
}

async function cancel({ deps, books, operation }: Scene): Promise<Outcome> {
  const chosen = pickOf(books.withdrawals, operation);
  if (!chosen) return 'refused';
  await cancelWithdrawal(deps, chosen.userId, chosen.label, caller);
  return 'done';
}

async function exportAll({ deps, books, operation }: Scene): Promise<Outcome> {
  const staff = staffOf(books, operation);
  const { file } = await transaction(deps.db, (tx) => exportPayouts(tx, staff, now));
  if (file) books.files.push({ id: file.id, total: file.total });
  return file ? 'done' : 'refused';
}

type Command = typeof ordersRefund;
type CommandArguments = (books: Books, operation: Operation) => Record<string, string>;

/** A staff command about an order or a withdrawal. */
const commanded =
  (list: 'orders' | 'withdrawals', command: Command, given: CommandArguments): Act =>
  async ({ deps, books, operation }) => {
    const chosen = pickOf<{ label: string }>(books[list], operation);
    if (!chosen) return 'refused';
    const run = (key: number) => {
      const actor = actorNumbered(staffOf(books, { ...operation, key }));
      return command.run(deps, { label: chosen.label, ...given(books, operation) }, now, actor);
    };
    const { data } = await run(operation.key);
    // Large amounts wait for a colleague.
    if (data.proposal) await run(operation.key + 1);
    return 'done';
  };

const reason = 'Asked for';

export const clubActs = {
  block,
  order,
  'cancel order': cancelAnOrder,
  expire,
  refund: commanded('orders', ordersRefund, () => ({ reason })),
  draft,
  withdraw,
  cancel,
  approve: commanded('withdrawals', withdrawalsApprove, () => ({})),
  reject: commanded('withdrawals', withdrawalsReject, () => ({ reason })),
  export: exportAll,
  fail: commanded('withdrawals', payoutsFail, () => ({ reason })),
} as const satisfies Partial<Record<Kind, Act>>;
