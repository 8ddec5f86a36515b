/** Acts of the bank, through imported statements, and what staff decide about them. */
import { transaction } from '../database/transaction';
import { assignTransfer, type Owner } from './bank/assign';
import { entryOf, statementOf } from './bank/bank.testing';
import { importStatements } from './bank/import';
import type { WrittenEntry } from './bank/statement-writer';
import type { Books } from './wallet.books.testing';
import type { Act, Scene } from './wallet.club-acts.testing';
import { type Kind, type Operation, type Outcome, pickOf, pickOther } from './wallet.operations.testing';
import { now } from './wallet.testing';

/** Returns one of three references for each thing, so that statements overlap. */
const referenceOf = (sign: string, { key }: Operation, about: string | number = '') => `${sign}${about}-${key % 3}`;
/** One act in three has a wrong amount. */
const errorOf = ({ key }: Operation): bigint => (key % 3 === 2 ? 100n : 0n);

async function pay(scene: Scene): Promise<Outcome> {
  const { books, operation } = scene;
  const order = pickOf(books.orders, operation);
  if (!order) return 'refused';
  const bankReference = referenceOf('B', operation, books.orders.indexOf(order));
  return follow(scene, { bankReference, endToEndId: bankReference, amount: operation.amount, remittance: order.label });
}

/** A transfer that names nobody. */
const stray: Act = (scene) =>
  follow(scene, {
    bankReference: referenceOf('S', scene.operation),
    amount: scene.operation.amount,
    remittance: 'Vielen Dank',
  });

/** A reversal has the bank reference of the payment. A return has a new one, and the reference of the payer. */
async function reverse(scene: Scene): Promise<Outcome> {
  const { books, operation } = scene;
  const credit = pickOf(
    books.transfers.filter(({ entry }) => entry.amount > 0n),
    operation,
  )?.entry;
  if (!credit) return 'refused';
  const { bankReference, amount } = credit;
  const means =
    operation.key % 2 === 0 ? { isReversal: true } : { bankReference: `${bankReference}-recall`, returnReason: 'CUST' };
  return follow(scene, { ...credit, ...means, amount: -amount });
}

const ofWithdrawal =
  (sign: string, entryFor: (label: string, amount: bigint) => Partial<WrittenEntry> & { amount: bigint }): Act =>
  async (scene) => {
    const { books, operation } = scene;
    const withdrawal = pickOf(books.withdrawals, operation);
    if (!withdrawal) return 'refused';
    const bankReference = referenceOf(sign, operation, books.withdrawals.indexOf(withdrawal));
    return follow(scene, { ...entryFor(withdrawal.label, withdrawal.net + errorOf(operation)), bankReference });
  };

/** A payout file as one debit. */
async function debitFile(scene: Scene): Promise<Outcome> {
  const { books, operation } = scene;
  const file = pickOf(books.files, operation);
  if (!file) return 'refused';
  const bankReference = referenceOf('F', operation, books.files.indexOf(file));
  return letPass(scene, { bankReference, amount: -file.total }, file.id);
}

/** A debit with the label and amount of an order, perhaps for its refund. */
async function payBack(scene: Scene): Promise<Outcome> {
  const { books, operation } = scene;
  const order = pickOf(books.orders, operation);
  if (!order) return 'refused';
  const bankReference = referenceOf('R', operation, books.orders.indexOf(order));
  return letPass(scene, { bankReference, amount: -order.amount, remittance: order.label });
}

const fee: Act = (scene) =>
  letPass(scene, { bankReference: referenceOf('X', scene.operation), amount: -scene.operation.amount });

async function follow(scene: Scene, given: Partial<WrittenEntry> & { amount: bigint }): Promise<Outcome> {
  const { entry, row } = await importOne(scene, given);
  if (!row) return 'again';
  scene.books.transfers.push({ id: row.id, entry, waits: row.outcome === 'unmatched' });
  return row.outcome as Outcome;
}

/** Imports a transfer that changes no balance, so that this test does not follow its outcome. */
async function letPass(
  scene: Scene,
  given: Partial<WrittenEntry> & { amount: bigint },
  batch?: string,
): Promise<Outcome> {
  return (await importOne(scene, given, batch)).row ? 'done' : 'again';
}

/** Imports the entry in a statement that overlaps with an earlier one. */
async function importOne({ deps, books }: Scene, given: Partial<WrittenEntry> & { amount: bigint }, batch?: string) {
  const entry = entryOf(given);
  const others = books.transfers.filter((known) => known.entry.bankReference !== entry.bankReference);
  const plain = statementOf([entry, ...others.slice(-1).map((known) => known.entry)]);
  const text = batch ? plain.replace('<TxDtls>', `<Btch><PmtInfId>${batch}</PmtInfId></Btch><TxDtls>`) : plain;
  const { transfers } = await transaction(deps.db, (tx) => importStatements(tx, deps, text, now));
  if (transfers.length > 1) throw new Error('What an earlier statement held was booked again');
  return { entry, row: transfers[0] };
}

async function assign({ deps, books, operation }: Scene): Promise<Outcome> {
  const transfer = pickOf(
    books.transfers.filter(({ waits }) => waits),
    operation,
  );
  const owner = transfer && ownerOf(books, operation, transfer.entry.amount);
  if (!owner) return 'refused';
  return transaction(deps.db, (tx) => assignTransfer(tx, deps, transfer.id, owner, now)).then(
    (row) => row.outcome as Outcome,
  );
}

function ownerOf({ members, orders, withdrawals }: Books, operation: Operation, amount: bigint): Owner | undefined {
  const member = pickOther(members, operation);
  if (operation.key === 0 || !member) return 'club';
  if (operation.key === 1) return amount > 0n ? { userId: member.id } : 'club';
  if (amount > 0n) return orderOwner(pickOther(orders, operation));
  const withdrawal = pickOther(withdrawals, operation);
  return withdrawal && { withdrawals: [withdrawal.label] };
}

const orderOwner = (order: { label: string } | undefined): Owner | undefined => order && { order: order.label };

export const bankActs = {
  pay,
  stray,
  reverse,
  debit: ofWithdrawal('D', (endToEndId, amount) => ({ endToEndId, amount: -amount })),
  return: ofWithdrawal('T', (endToEndId, amount) => ({ endToEndId, amount, returnReason: 'AC04' })),
  'debit file': debitFile,
  'pay back': payBack,
  fee,
  assign,
} as const satisfies Partial<Record<Kind, Act>>;
