/** What the bank does, by statements that the club imports, and what staff say of them. */
import { transaction } from '../database/transaction';
import { assignTransfer, type Owner } from './bank/assign';
import { entryOf, statementOf } from './bank/bank.testing';
import { importStatements } from './bank/import';
import type { WrittenEntry } from './bank/statement-writer';
import type { Books } from './wallet.books.testing';
import type { Act, Scene } from './wallet.club-acts.testing';
import { type Kind, type Operation, type Outcome, pickOf, pickOther } from './wallet.operations.testing';
import { now } from './wallet.testing';

/** Three of a kind at most for each thing, so that statements overlap. */
const referenceOf = (sign: string, { key }: Operation, about: string | number = '') => `${sign}${about}-${key % 3}`;
/** One of three says another amount than it should. */
const errorOf = ({ key }: Operation): bigint => (key % 3 === 2 ? 100n : 0n);

async function pay(scene: Scene): Promise<Outcome> {
  const { books, asked } = scene;
  const order = pickOf(books.orders, asked);
  if (!order) return 'refused';
  const bankReference = referenceOf('B', asked, books.orders.indexOf(order));
  return follow(scene, { bankReference, endToEndId: bankReference, amount: asked.amount, remittance: order.label });
}

/** Names nobody. */
const stray: Act = (scene) =>
  follow(scene, {
    bankReference: referenceOf('S', scene.asked),
    amount: scene.asked.amount,
    remittance: 'Vielen Dank',
  });

/** By the reference of the payment, or by a new one and that of its payer. */
async function takeBack(scene: Scene): Promise<Outcome> {
  const { books, asked } = scene;
  const credit = pickOf(
    books.transfers.filter(({ entry }) => entry.amount > 0n),
    asked,
  )?.entry;
  if (!credit) return 'refused';
  const { bankReference, amount } = credit;
  const means =
    asked.key % 2 === 0 ? { isReversal: true } : { bankReference: `${bankReference}-recall`, returnReason: 'CUST' };
  return follow(scene, { ...credit, ...means, amount: -amount });
}

const ofWithdrawal =
  (sign: string, entryFor: (label: string, amount: bigint) => Partial<WrittenEntry> & { amount: bigint }): Act =>
  async (scene) => {
    const { books, asked } = scene;
    const withdrawal = pickOf(books.withdrawals, asked);
    if (!withdrawal) return 'refused';
    const bankReference = referenceOf(sign, asked, books.withdrawals.indexOf(withdrawal));
    return follow(scene, { ...entryFor(withdrawal.label, withdrawal.net + errorOf(asked)), bankReference });
  };

/** A payout file in one sum. */
async function debitFile(scene: Scene): Promise<Outcome> {
  const { books, asked } = scene;
  const file = pickOf(books.files, asked);
  if (!file) return 'refused';
  const bankReference = referenceOf('F', asked, books.files.indexOf(file));
  return letPass(scene, { bankReference, amount: -file.total }, file.id);
}

/** Of what an order was about, perhaps because it was refunded. */
async function payBack(scene: Scene): Promise<Outcome> {
  const { books, asked } = scene;
  const order = pickOf(books.orders, asked);
  if (!order) return 'refused';
  const bankReference = referenceOf('R', asked, books.orders.indexOf(order));
  return letPass(scene, { bankReference, amount: -order.amount, remittance: order.label });
}

const fee: Act = (scene) =>
  letPass(scene, { bankReference: referenceOf('X', scene.asked), amount: -scene.asked.amount });

async function follow(scene: Scene, given: Partial<WrittenEntry> & { amount: bigint }): Promise<Outcome> {
  const { entry, row } = await importOne(scene, given);
  if (!row) return 'again';
  scene.books.transfers.push({ id: row.id, entry, waits: row.outcome === 'unmatched' });
  return row.outcome as Outcome;
}

/** What becomes of it is nobody's balance, and nothing that this test says. */
async function letPass(
  scene: Scene,
  given: Partial<WrittenEntry> & { amount: bigint },
  batch?: string,
): Promise<Outcome> {
  return (await importOne(scene, given, batch)).row ? 'done' : 'again';
}

/** In a statement that overlaps with an earlier one. */
async function importOne({ deps, books }: Scene, given: Partial<WrittenEntry> & { amount: bigint }, batch?: string) {
  const entry = entryOf(given);
  const others = books.transfers.filter((known) => known.entry.bankReference !== entry.bankReference);
  const plain = statementOf([entry, ...others.slice(-1).map((known) => known.entry)]);
  const text = batch ? plain.replace('<TxDtls>', `<Btch><PmtInfId>${batch}</PmtInfId></Btch><TxDtls>`) : plain;
  const { transfers } = await transaction(deps.db, (tx) => importStatements(tx, deps, text, now));
  if (transfers.length > 1) throw new Error('What an earlier statement held was booked again');
  return { entry, row: transfers[0] };
}

async function assign({ deps, books, asked }: Scene): Promise<Outcome> {
  const transfer = pickOf(
    books.transfers.filter(({ waits }) => waits),
    asked,
  );
  const owner = transfer && ownerOf(books, asked, transfer.entry.amount);
  if (!owner) return 'refused';
  return transaction(deps.db, (tx) => assignTransfer(tx, deps, transfer.id, owner, now)).then(
    (row) => row.outcome as Outcome,
  );
}

function ownerOf({ members, orders, withdrawals }: Books, asked: Operation, amount: bigint): Owner | undefined {
  const member = pickOther(members, asked);
  if (asked.key === 0 || !member) return 'club';
  if (asked.key === 1) return amount > 0n ? { userId: member.id } : 'club';
  if (amount > 0n) return orderOwner(pickOther(orders, asked));
  const withdrawal = pickOther(withdrawals, asked);
  return withdrawal && { withdrawals: [withdrawal.label] };
}

const orderOwner = (order: { label: string } | undefined): Owner | undefined => order && { order: order.label };

export const bankActs = {
  pay,
  stray,
  'take back': takeBack,
  debit: ofWithdrawal('D', (endToEndId, amount) => ({ endToEndId, amount: -amount })),
  return: ofWithdrawal('T', (endToEndId, amount) => ({ endToEndId, amount, returnReason: 'AC04' })),
  'debit file': debitFile,
  'pay back': payBack,
  fee,
  assign,
} as const satisfies Partial<Record<Kind, Act>>;
