/** The half of the model that the bank does: what becomes of each transfer, as product/staff.md says. */
import { type Club, credit, type Member, type Order, step, take, type Withdrawal } from './wallet.model-rules.testing';
import { type Operation, type Outcome, pickOf, pickOther } from './wallet.operations.testing';

interface Transfer {
  reference: string;
  /** What its payer, or the club, calls it. */
  name?: unknown;
  amount: bigint;
  outcome: Outcome;
  waits: boolean;
  of?: Member;
}

export class BankModel {
  private readonly transfers: Transfer[] = [];
  private readonly references = new Map<string, bigint>();

  constructor(private readonly club: Club) {}

  pay(order: Order, { amount, key }: Operation): Outcome {
    const reference = `B${this.club.orders.indexOf(order)}-${key % 3}`;
    return this.follow({ reference, name: reference, amount, of: order.of }, () => credit(order, amount, 'credited'));
  }

  stray({ amount, key }: Operation): Outcome {
    return this.follow({ reference: `S-${key % 3}`, amount }, () => 'unmatched');
  }

  takeBack(asked: Operation): Outcome {
    const credited = pickOf(
      this.transfers.filter(({ amount }) => amount > 0n),
      asked,
    );
    if (!credited) return 'refused';
    const { name, amount } = credited;
    const isReversal = asked.key % 2 === 0;
    const reference = `${credited.reference}${isReversal ? '#reversal' : '-recall'}`;
    return this.follow({ reference, name, amount: -amount }, () => {
      const standing = this.transfers.filter(
        (one) => one.amount === amount && ['credited', 'assigned', 'unmatched'].includes(one.outcome),
      );
      const found =
        standing.find((one) => isReversal && one.reference === credited.reference) ??
        standing.findLast((one) => name !== undefined && one.name === name);
      if (!found) return 'unmatched';
      found.outcome = 'reversal';
      // What is missing is a claim of the club's.
      if (found.of && !take(found.of, amount)) found.of.money.available = 0n;
      return 'reversal';
    });
  }

  debit(withdrawal: Withdrawal, { key }: Operation): Outcome {
    const amount = withdrawal.net + (key % 3 === 2 ? 100n : 0n);
    const reference = `D${this.club.withdrawals.indexOf(withdrawal)}-${key % 3}`;
    return this.follow({ reference, name: withdrawal, amount: -amount }, () => {
      if (amount !== withdrawal.net) return 'unmatched';
      if (!step(withdrawal, ['processing'], 'completed') && !withdrawal.cameBack) return 'unmatched';
      withdrawal.cameBack = false;
      return 'payout';
    });
  }

  return(withdrawal: Withdrawal, { key }: Operation): Outcome {
    const amount = withdrawal.net + (key % 3 === 2 ? 100n : 0n);
    const reference = `T${this.club.withdrawals.indexOf(withdrawal)}-${key % 3}`;
    return this.follow({ reference, name: withdrawal, amount }, () => {
      if (amount !== withdrawal.net) return 'unmatched';
      if (step(withdrawal, ['completed'], 'returned')) return 'return';
      if (!step(withdrawal, ['processing'], 'failed')) return 'unmatched';
      withdrawal.cameBack = true;
      return 'return';
    });
  }

  debitFile(asked: Operation): Outcome {
    const file = pickOf(this.club.files, asked);
    if (!file) return 'refused';
    const total = file.reduce((sum, { net }) => sum + net, 0n);
    const booked = this.import(`F${this.club.files.indexOf(file)}-${asked.key % 3}`, total);
    const isWhole = booked === 'done' && file.every(({ status }) => status === 'processing');
    for (const withdrawal of isWhole ? file : []) step(withdrawal, ['processing'], 'completed');
    return booked;
  }

  payBack(order: Order, { key }: Operation): Outcome {
    return this.import(`R${this.club.orders.indexOf(order)}-${key % 3}`, -order.amount);
  }

  fee({ amount, key }: Operation): Outcome {
    return this.import(`X-${key % 3}`, -amount);
  }

  assign(asked: Operation): Outcome {
    const transfer = pickOf(
      this.transfers.filter(({ waits }) => waits),
      asked,
    );
    if (transfer?.outcome !== 'unmatched') return 'refused';
    const { amount } = transfer;
    const become = (outcome: Outcome, of?: Member) => Object.assign(transfer, { outcome, of }).outcome;
    if (asked.key === 0 || (asked.key === 1 && amount < 0n)) return become('other');
    if (amount < 0n)
      return step(pickOther(this.club.withdrawals, asked), ['processing'], 'completed') ? become('payout') : 'refused';
    const member = pickOther(this.club.members, asked) as Member;
    const order = pickOther(this.club.orders, asked);
    if (asked.key > 1) return order ? become(credit(order, amount, 'assigned'), order.of) : 'refused';
    member.money.available += amount;
    return become('assigned', member);
  }

  private follow(transfer: Pick<Transfer, 'reference' | 'name' | 'amount' | 'of'>, judge: () => Outcome): Outcome {
    const booked = this.import(transfer.reference, transfer.amount);
    if (booked !== 'done') return booked;
    const outcome = judge();
    this.transfers.push({ ...transfer, outcome, waits: outcome === 'unmatched' });
    return outcome;
  }

  /** Once, and with one amount. */
  private import(reference: string, amount: bigint): Outcome {
    const known = this.references.get(reference);
    if (known !== undefined) return known === amount ? 'again' : 'refused';
    this.references.set(reference, amount);
    return 'done';
  }
}
