/** A small model of the wallet without a database: what the specification says of each operation. */
import { BankModel } from './wallet.bank-model.testing';
import { walletConfig } from './wallet.config';
import {
  become,
  type Club,
  type Draft,
  isOpen,
  type Member,
  type Order,
  step,
  take,
  type Withdrawal,
  withoutEffect,
} from './wallet.model-rules.testing';
import { type Kind, type Operation, type Outcome, pickOf } from './wallet.operations.testing';

export class Model implements Club {
  readonly members: Member[];
  readonly orders: Order[] = [];
  readonly withdrawals: Withdrawal[] = [];
  private readonly drafts: Draft[] = [];
  readonly files: Withdrawal[][] = [];
  private readonly bank = new BankModel(this);

  constructor(members: number) {
    const money = () => ({ available: 0n, held: 0n, debt: 0n });
    this.members = Array.from({ length: members }, () => ({ money: money(), isBlocked: false, keys: new Map() }));
  }

  /** Performs the operation if the rules allow it, and returns the outcome that `perform` should return. */
  perform(operation: Operation): Outcome {
    const { bank } = this;
    const member = pickOf(this.members, operation) as Member;
    const order = pickOf(this.orders, operation);
    const draft = pickOf(this.drafts, operation);
    const withdrawal = pickOf(this.withdrawals, operation);
    const did: Record<Kind, () => Outcome | boolean | undefined> = {
      block: () => this.block(member, operation),
      order: () => this.order(member, operation),
      'cancel order': () =>
        (order?.status === 'awaiting_payment' || order?.status === 'canceled') && become(order, 'canceled'),
      expire: () => this.orders.filter(isOpen).every((open) => become(open, 'expired')),
      refund: () => order?.status === 'completed' && take(order.of, order.amount) && become(order, 'refunded'),
      draft: () => this.mayWithdraw(member, operation.amount) && this.drafts.push(draftOf(member, operation)) > 0,
      withdraw: () => draft && this.withdraw(draft, operation),
      // A second cancellation succeeds, because the withdrawal is canceled already.
      cancel: () => withdrawal?.status === 'canceled' || step(withdrawal, ['pending'], 'canceled'),
      approve: () => this.approve(withdrawal, operation),
      reject: () => step(withdrawal, ['pending', 'approved'], 'rejected'),
      export: () => this.export(operation.key % 2),
      fail: () => step(withdrawal, ['processing'], 'failed'),
      pay: () => order && bank.pay(order, operation),
      stray: () => bank.stray(operation),
      reverse: () => bank.reverse(operation),
      debit: () => withdrawal && bank.debit(withdrawal, operation),
      return: () => withdrawal && bank.return(withdrawal, operation),
      'debit file': () => bank.debitFile(operation),
      'pay back': () => order && bank.payBack(order, operation),
      fee: () => bank.fee(operation),
      assign: () => bank.assign(operation),
    };
    const outcome = did[operation.kind]();
    return typeof outcome === 'string' ? outcome : outcome ? 'done' : 'refused';
  }

  private block(member: Member, { key }: Operation): true {
    member.isBlocked = key === 0;
    return true;
  }

  private order(of: Member, { amount, key }: Operation): Outcome {
    if (amount < walletConfig.deposit.min) return 'refused';
    const request = `order ${amount}`;
    const earlier = of.keys.get(key);
    if (earlier) return earlier === request ? 'again' : 'key taken';
    const open = this.orders.filter((order) => order.of === of && isOpen(order)).length;
    if (of.isBlocked || open >= walletConfig.deposit.max_open_orders) return 'refused';
    of.keys.set(key, request);
    this.orders.push({ of, amount, paid: 0n, status: 'awaiting_payment' });
    return 'done';
  }

  private mayWithdraw(of: Member, amount: bigint): boolean {
    const { min, max, max_open, max_in_30_days } = walletConfig.withdrawal;
    const own = this.withdrawals.filter((withdrawal) => withdrawal.of === of);
    const open = own.filter(({ status }) => ['pending', 'approved', 'processing'].includes(status)).length;
    const counted = own.filter(({ status }) => !withoutEffect.includes(status));
    const left = counted.reduce((rest, withdrawal) => rest - withdrawal.amount, max_in_30_days);
    const most = [max, left, of.money.available].every((limit) => amount <= limit);
    return !of.isBlocked && open < max_open && amount >= min && most;
  }

  private withdraw(draft: Draft, { key }: Operation): Outcome {
    const { of, amount } = draft;
    const request = `draft ${this.drafts.indexOf(draft)}`;
    const earlier = of.keys.get(key);
    if (earlier) return earlier === request ? 'again' : 'key taken';
    if (draft.isUsed) return 'again';
    if (!this.mayWithdraw(of, amount)) return 'refused';
    of.keys.set(key, request);
    draft.isUsed = true;
    of.money.available -= amount;
    of.money.held += amount;
    const net = amount - walletConfig.withdrawal.fee;
    this.withdrawals.push({ of, amount, net, status: 'pending', approvedBy: -1, cameBack: false });
    return 'done';
  }

  private approve(withdrawal: Withdrawal | undefined, { key }: Operation): boolean {
    if (!withdrawal || !step(withdrawal, ['pending'], 'approved')) return false;
    withdrawal.approvedBy = key % 2;
    return true;
  }

  private export(staff: number): boolean {
    const isFor = ({ status, amount, approvedBy }: Withdrawal) =>
      status === 'approved' && (amount < walletConfig.withdrawal.four_eyes_from || approvedBy !== staff);
    const file = this.withdrawals.filter(isFor);
    for (const withdrawal of file) withdrawal.status = 'processing';
    return file.length > 0 && this.files.push(file) > 0;
  }
}

const draftOf = (of: Member, { amount }: Operation): Draft => ({ of, amount, isUsed: false });
