/**
 * The bank's half of the model. It decides the outcome of each transfer, as docs/product/staff.md#payments-import says.
 */
import {
  type Club,
  claim,
  credit,
  gain,
  type Member,
  type Order,
  step,
  type Withdrawal,
} from './wallet.model-rules.testing';
import { type Operation, type Outcome, pickOf, pickOther } from './wallet.operations.testing';

interface Transfer {
  reference: string;
  /** The reference of the payer, or of the club. */
  name?: unknown;
  amount: bigint;
  outcome: Outcome;
  waits: boolean;
  /** The bank says that it reverses an earlier credit. */
  isReversal?: boolean;
  of?: Member | undefined;
}

export class BankModel {
  private readonly transfers: Transfer[] = [];
  private readonly references = new Map<string, Set<bigint>>();

  constructor(private readonly club: Club) {}

  pay(order: Order, { amount, key }: Operation): Outcome {
    const reference = `B${this.club.orders.indexOf(order)}-${key % 3}`;
    return this.follow({ reference, name: reference, amount, of: order.of }, () => credit(order, amount, 'credited'));
  }

  stray({ amount, key }: Operation): Outcome {
    return this.follow({ reference: `S-${key % 3}`, amount }, () => 'unmatched');
  }

  reverse(operation: Operation): Outcome {
    const credited = pickOf(
      this.transfers.filter(({ amount }) => amount > 0n),
      operation,
    );
    if (!credited) return 'refused';
    const { name, amount } = credited;
    const isReversal = operation.key % 2 === 0;
    const reference = `${credited.reference}${isReversal ? '#reversal' : '-recall'}`;
    return this.follow({ reference, name, amount: -amount, isReversal: true }, () => {
      const standing = this.transfers.filter(
        (one) => one.amount === amount && ['credited', 'assigned', 'unmatched'].includes(one.outcome),
      );
      const found =
        standing.find((one) => isReversal && one.reference === credited.reference) ??
        standing.findLast((one) => name !== undefined && one.name === name);
      if (!found) return 'unmatched';
      found.outcome = 'reversal';
      if (found.of) claim(found.of, amount, this.club.withdrawals);
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
      if (amount === withdrawal.net && step(withdrawal, ['completed'], 'returned')) return 'return';
      if (amount === withdrawal.net && step(withdrawal, ['processing'], 'failed')) {
        withdrawal.cameBack = true;
        return 'return';
      }
      return this.endWaitingReversal(withdrawal, amount);
    });
  }

  /** A credit that is nobody's ends with a reversal that waits for one of its name and amount. */
  private endWaitingReversal(name: unknown, amount: bigint): Outcome {
    const debit = this.transfers.find(
      (one) => one.isReversal && one.outcome === 'unmatched' && one.name === name && one.amount === -amount,
    );
    if (!debit) return 'unmatched';
    debit.outcome = 'reversal';
    return 'reversal';
  }

  debitFile(operation: Operation): Outcome {
    const file = pickOf(this.club.files, operation);
    if (!file) return 'refused';
    const total = file.reduce((sum, { net }) => sum + net, 0n);
    const booked = this.import(`F${this.club.files.indexOf(file)}-${operation.key % 3}`, total);
    const isWhole = booked === 'new' && file.every(({ status }) => status === 'processing');
    for (const withdrawal of isWhole ? file : []) step(withdrawal, ['processing'], 'completed');
    return booked === 'again' ? 'again' : 'done';
  }

  payBack(order: Order, { key }: Operation): Outcome {
    return this.pass(`R${this.club.orders.indexOf(order)}-${key % 3}`, -order.amount);
  }

  fee({ amount, key }: Operation): Outcome {
    return this.pass(`X-${key % 3}`, -amount);
  }

  assign(operation: Operation): Outcome {
    const transfer = pickOf(
      this.transfers.filter(({ waits }) => waits),
      operation,
    );
    if (transfer?.outcome !== 'unmatched') return 'refused';
    const { amount } = transfer;
    const become = (outcome: Outcome, of?: Member) => Object.assign(transfer, { outcome, of }).outcome;
    if (operation.key === 0 || (operation.key === 1 && amount < 0n)) return become('other');
    if (amount < 0n)
      return step(pickOther(this.club.withdrawals, operation), ['processing'], 'completed')
        ? become('payout')
        : 'refused';
    const member = pickOther(this.club.members, operation) as Member;
    const order = pickOther(this.club.orders, operation);
    if (operation.key > 1) return order ? become(credit(order, amount, 'assigned'), order.of) : 'refused';
    gain(member, amount);
    return become('assigned', member);
  }

  private follow(transfer: Omit<Transfer, 'outcome' | 'waits'>, judge: () => Outcome): Outcome {
    const booked = this.import(transfer.reference, transfer.amount);
    if (booked === 'again') return booked;
    const outcome = booked === 'new' ? judge() : 'unmatched';
    const waits = outcome === 'unmatched';
    // An unmatched transfer belongs to nobody yet, whatever it names.
    this.transfers.push({ ...transfer, outcome, waits, of: waits ? undefined : transfer.of });
    return outcome;
  }

  private pass(reference: string, amount: bigint): Outcome {
    return this.import(reference, amount) === 'again' ? 'again' : 'done';
  }

  /** Imports a reference once. The same reference with another amount contradicts it and waits for staff. */
  private import(reference: string, amount: bigint): 'new' | 'contradicting' | 'again' {
    const known = this.references.get(reference) ?? new Set();
    if (known.has(amount)) return 'again';
    this.references.set(reference, known.add(amount));
    return known.size === 1 ? 'new' : 'contradicting';
  }
}
