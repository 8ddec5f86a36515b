/** Writes the wallets of the demo club's members, without mails and notifications. */
import { inArray } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { newLabel } from './labels';
import { recordTransaction } from './transactions/record';
import { noteTransfers } from './wallet.seed-bank';
import { booking } from './wallet.seed-booking';
import { listNeighbours } from './wallet.seed-neighbours';
import { annasPast, bensPast, type SeedEvent } from './wallet.seed-past';
import { type PastPlants, plantActs } from './wallet.seed-plants';
import {
  type OrderStep,
  partNote,
  requestedWithdrawal,
  type WithdrawalStep,
  writeFile,
  writeOrder,
  writeWithdrawal,
} from './wallet.seed-steps';
import { buyTicket, type ListPastTickets, type PastTicket } from './wallet.seed-tickets';
import { walletWithdrawAccounts } from './withdraw-accounts/withdraw-accounts.tables';
import { holdAmount, returnAmount, settleAmount } from './withdrawals/money-moves';

type AccountRow = typeof walletWithdrawAccounts.$inferSelect;
/** One event of the demo history, at its time. */
type Act = { at: Date; act: () => Promise<unknown> };

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Writes a money history for the demo accounts, relative to `now`. Does nothing when any withdraw account exists. */
export async function seedWallets(
  { db }: Pick<Deps, 'db'>,
  plants: PastPlants,
  now: Date,
  listTickets: ListPastTickets = async () => [],
): Promise<void> {
  await transaction(db, async (tx) => {
    const idOf = await listMembers(tx);
    const [anna, ben, greta] = ['anna', 'ben', 'greta'].map((name) => idOf.get(`${name}@example.org`));
    if (!anna || !ben || !greta || (await tx.$count(walletWithdrawAccounts)) > 0) return;
    const [giro] = await addAccounts(tx, anna, annasAccounts(now));
    const [current] = await addAccounts(tx, ben, bensAccounts(now));
    if (!giro || !current) throw new Error('The accounts were not written.');
    const past = (account: Payee, events: SeedEvent[]) =>
      events.flatMap((happening) => actsOf(tx, account, { staffId: greta, plants }, happening, now));
    await happen([
      ...(await plants.listActs(tx)),
      ...past(giro, annasPast),
      ...openThings(tx, giro, now),
      ...past(current, bensPast),
      ...(await listNeighbours(tx, anna, now)).flatMap(({ userId, past: events }) => past({ userId }, events)),
      ...(await listTickets(tx, now)).flatMap((ticket) => ticketActs(tx, ticket)),
    ]);
    await noteTransfers(tx);
  });
}

async function listMembers(tx: Tx): Promise<Map<string, number>> {
  const emails = ['anna', 'ben', 'greta'].map((name) => `${name}@example.org`);
  const rows = await tx.select({ id: users.id, email: users.email }).from(users).where(inArray(users.email, emails));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Runs the acts in the order of time, so that each balance follows from the one before it. */
async function happen(acts: Act[]): Promise<void> {
  for (const { act } of acts.sort((a, b) => a.at.getTime() - b.at.getTime())) await act();
}

type NewAccount = Omit<typeof walletWithdrawAccounts.$inferInsert, 'userId' | 'usableAt'>;

/** The first account becomes the default. */
async function addAccounts(tx: Tx, userId: number, accounts: NewAccount[]): Promise<AccountRow[]> {
  const rows = accounts.map((account, index) => ({
    ...account,
    userId,
    usableAt: after(account.createdAt, dayMs),
    isDefault: index === 0,
  }));
  return tx.insert(walletWithdrawAccounts).values(rows).returning();
}

/** The holders match the names in the members' addresses. The IBANs are examples that banks publish. */
const annasAccounts = (now: Date): NewAccount[] => [
  {
    ...{ name: 'Girokonto', holder: 'Anna Kessler', iban: 'DE89370400440532013000', bankName: 'Commerzbank' },
    createdAt: after(now, -640 * dayMs),
    lastUsedAt: after(now, -26 * hourMs),
  },
  {
    ...{ name: 'Sparbuch', holder: 'Anna Kessler', iban: 'AT611904300234573201', bankName: 'Postsparkasse' },
    createdAt: after(now, -3 * hourMs),
  },
];

const bensAccounts = (now: Date): NewAccount[] => [
  {
    ...{ name: 'Current account', holder: 'Ben Archer', iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' },
    ...{ bankName: 'NatWest', createdAt: after(now, -300 * dayMs), lastUsedAt: after(now, -160 * dayMs) },
  },
];

/** Whose past it is; withdrawals need the account. */
type Payee = AccountRow | { userId: number };

function actsOf(
  tx: Tx,
  account: Payee,
  { staffId, plants }: { staffId: number; plants: PastPlants },
  happening: SeedEvent,
  now: Date,
): Act[] {
  const { userId } = account;
  const at = after(now, -happening.daysAgo * dayMs);
  switch (happening.kind) {
    case 'gift':
      return [{ at, act: () => give(tx, userId, happening, at) }];
    case 'deposit':
      return depositActs(tx, userId, happening, at);
    case 'plants':
      return plantActs(tx, { userId, staffId }, happening, at, plants);
    case 'withdrawal':
      if (!('iban' in account)) throw new Error('A withdrawal needs an account');
      return withdrawalActs(tx, account, staffId, happening, at);
  }
}

type Of<K extends SeedEvent['kind']> = Extract<SeedEvent, { kind: K }>;

function give(tx: Tx, userId: number, { type, amount }: Of<'gift'>, at: Date) {
  const key = `demo:${userId}:${type}:${at.toISOString()}`;
  return recordTransaction(tx, booking(userId, type, key, 'club.adjustment', amount), at);
}

const ticketActs = (tx: Tx, ticket: PastTicket): Act[] => [
  ...(ticket.deposit === null
    ? []
    : depositActs(tx, ticket.userId, { amount: ticket.deposit }, after(ticket.at, -dayMs))),
  { at: ticket.at, act: () => buyTicket(tx, ticket) },
];

/** The order is created two days before its payment arrives. */
function depositActs(
  tx: Tx,
  userId: number,
  { amount, refunded }: Pick<Of<'deposit'>, 'amount' | 'refunded'>,
  at: Date,
): Act[] {
  const label = newLabel('OR');
  const createdAt = after(at, -2 * dayMs);
  const backAt = after(at, 3 * dayMs);
  const key = `order:${label}`;
  const steps: [OrderStep, ...OrderStep[]] = [
    { status: 'awaiting_payment', at: createdAt },
    { status: 'paid', at },
    { status: 'completed', at },
  ];
  const pay = async () => {
    if (refunded) steps.push({ status: 'refunded', at: backAt });
    const money = { title: 'deposit', quantity: 1, unitPrice: amount, amountPaid: amount };
    await writeOrder(tx, label, { type: 'deposit', userId, createdAt, ...money, steps });
    await recordTransaction(tx, booking(userId, 'deposit', `${key}:paid`, 'club.bank', amount, label), at);
  };
  const refund = () =>
    recordTransaction(
      tx,
      { ...booking(userId, 'refund', `${key}:refund`, 'club.payable', -amount, label), note: refunded ?? '' },
      backAt,
    );
  return [{ at, act: pay }, ...(refunded ? [{ at: backAt, act: refund }] : [])];
}

/**
 * Staff approve one day later, and the bank pays on the day after. With `returned` the money comes back three days
 * later.
 */
function withdrawalActs(
  tx: Tx,
  account: AccountRow,
  staffId: number,
  { amount, returned }: Of<'withdrawal'>,
  at: Date,
): Act[] {
  const [approvedAt, paidAt, backAt] = [after(at, dayMs), after(at, 2 * dayMs), after(at, 5 * dayMs)];
  const requested = requestedWithdrawal(account, amount, at, paidAt.toISOString().slice(0, 10));
  let row = { ...requested, transactionLabel: '' };
  const hold = async () => {
    row = { ...row, transactionLabel: await holdAmount(tx, row, at) };
    const payoutFileId = await writeFile(tx, row, account, staffId, approvedAt);
    const ended = { completedAt: paidAt, externalReference: `DEMO-${row.label}` };
    const steps: WithdrawalStep[] = [
      { status: 'pending', at },
      { status: 'approved', at: approvedAt, staffId, set: { approvedBy: staffId } },
      { status: 'processing', at: approvedAt, staffId, set: { payoutFileId } },
      { status: 'completed', at: paidAt, set: ended },
    ];
    if (returned) steps.push({ status: 'returned', at: backAt, note: returned, set: { failureReason: returned } });
    await writeWithdrawal(tx, row, steps);
  };
  return [
    { at, act: hold },
    { at: paidAt, act: () => settleAmount(tx, row, paidAt) },
    ...(returned ? [{ at: backAt, act: () => returnAmount(tx, row, backAt) }] : []),
  ];
}

/** The open things of today: an unpaid order, a partly paid order, and a withdrawal that waits for staff. */
function openThings(tx: Tx, account: AccountRow, now: Date): Act[] {
  const { userId } = account;
  const [partAt, unpaidAt, heldAt] = [after(now, -5 * hourMs), after(now, -7 * hourMs), after(now, -26 * hourMs)];
  const order = async (createdAt: Date, amount: bigint, paid: bigint) => {
    const label = newLabel('OR');
    const steps: [OrderStep, ...OrderStep[]] = [{ status: 'awaiting_payment', at: createdAt }];
    if (paid > 0n) steps.push({ status: 'partially_paid', at: partAt, note: partNote(paid) });
    const money = { title: 'deposit', quantity: 1, unitPrice: amount, amountPaid: paid };
    await writeOrder(tx, label, { type: 'deposit', userId, createdAt, ...money, steps });
    if (paid > 0n)
      await recordTransaction(tx, booking(userId, 'deposit', `order:${label}:part`, 'club.bank', paid, label), partAt);
  };
  const withdraw = async () => {
    const requested = requestedWithdrawal(
      account,
      35_000n,
      heldAt,
      after(now, 3 * dayMs)
        .toISOString()
        .slice(0, 10),
    );
    const transactionLabel = await holdAmount(tx, { ...requested }, heldAt);
    await writeWithdrawal(tx, { ...requested, transactionLabel }, [{ status: 'pending', at: heldAt }]);
  };
  return [
    { at: heldAt, act: withdraw },
    { at: unpaidAt, act: () => order(unpaidAt, 50_000n, 0n) },
    { at: partAt, act: () => order(after(now, -3 * dayMs), 80_000n, 30_000n) },
  ];
}
