/** A small model of growing without a database: what the rules say of each operation on one room and its sales. */
import { walletConfig } from '../wallet/wallet';

export const price = 10_000n;
/** The sales of the room: enough for few, so that they run out. */
export const salesOfTest = [
  { firstCycle: 1, cycles: 2, total: 6, max: 4 },
  { firstCycle: 2, cycles: 1, total: 5, max: 3 },
];
export const costOfTest = 5_000n;
export const shareOfTest = 7_000n;

export interface Operation {
  kind: 'buy' | 'pay' | 'cancel' | 'expire' | 'refund' | 'close' | 'stage' | 'lose' | 'harvest' | 'correct' | 'resume';
  pick: number;
  /** A quantity, or which of some amounts. */
  size: number;
  cents: bigint;
}
export type Outcome = 'done' | 'refused';

export interface Sale {
  firstCycle: number;
  cycles: number;
  total: number;
  max: number;
  sold: number;
  reserved: number;
  isClosed: boolean;
}
interface Order {
  of: number;
  sale: Sale;
  quantity: number;
  held: bigint;
  status: 'awaiting_payment' | 'partially_paid' | 'completed' | 'canceled' | 'expired' | 'refunded';
}
interface Plant {
  of: number;
  order: Order;
  firstCycle: number;
  lastCycle: number;
  isReturned: boolean;
  lostIn: number[];
}
/** What each member gets of a cycle, and what is not settled of it yet. */
interface Harvest {
  payouts: Map<number, bigint>;
  due: Map<number, bigint> | null;
}

const amountOf = ({ quantity }: Order) => price * BigInt(quantity);
const isOpen = ({ status }: Order) => status === 'awaiting_payment' || status === 'partially_paid';
export const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list.at(-1 - (pick % list.length));
/** What a buyer lets the balance pay: nothing, a half, or all. */
export const fromBalanceOf = (quantity: number, pick: number): bigint =>
  (price * BigInt(quantity) * BigInt(pick % 3)) / 2n;
/** What a transfer brings: a part, the rest, or more. */
export const transferOf = (missing: bigint, size: number): bigint =>
  [3_300n, missing, missing + 500n][size % 3] as bigint;

export class Model {
  readonly sales: Sale[] = salesOfTest.map((sale) => ({ ...sale, sold: 0, reserved: 0, isClosed: false }));
  readonly orders: Order[] = [];
  readonly plants: Plant[] = [];
  readonly members: { available: bigint; held: bigint; overpaid: bigint }[];
  readonly harvests = new Map<number, Harvest>();
  cycle = 0;
  /** The place of the stage among the six; -1 before the first. */
  stage = -1;

  constructor(members: number, money: bigint) {
    this.members = Array.from({ length: members }, () => ({ available: money, held: 0n, overpaid: 0n }));
  }

  perform({ kind, pick, size, cents }: Operation): Outcome {
    const order = pickOf(this.orders, pick);
    const did: Record<Operation['kind'], () => boolean> = {
      buy: () => this.buy(pick % this.members.length, this.sales[pick % 2] as Sale, 1 + (size % 4), pick + size),
      pay: () => order !== undefined && this.pay(order, transferOf(amountOf(order) - order.held, size)),
      cancel: () => order !== undefined && (order.status === 'canceled' || this.cancel(order)),
      expire: () => this.orders.filter(isOpen).every((open) => this.end(open, 'expired')),
      refund: () => order?.status === 'completed' && this.refund(order),
      close: () => this.close(this.sales[pick % 2] as Sale),
      stage: () => this.begin(),
      lose: () => this.lose(pickOf(this.plants, pick)),
      harvest: () => this.harvest(cents, size % 2 === 0),
      correct: () => this.correct(cents),
      resume: () => this.resume(),
    };
    return did[kind]() ? 'done' : 'refused';
  }

  private buy(of: number, sale: Sale, quantity: number, pick: number): boolean {
    const member = this.members[of] as Model['members'][number];
    const fromBalance = fromBalanceOf(quantity, pick);
    const own = this.orders.filter((order) => order.of === of && order.sale === sale);
    const has = own.filter((order) => isOpen(order) || order.status === 'completed');
    const taken = has.reduce((sum, order) => sum + order.quantity, 0);
    const open = this.orders.filter((order) => order.of === of && isOpen(order)).length;
    if (sale.isClosed || own.some(isOpen) || open >= walletConfig.deposit.max_open_orders) return false;
    if (quantity > sale.max - taken || quantity > sale.total - sale.sold - sale.reserved) return false;
    if (fromBalance > member.available) return false;
    const order: Order = { of, sale, quantity, held: fromBalance, status: 'awaiting_payment' };
    this.orders.push(order);
    sale.reserved += quantity;
    member.available -= fromBalance;
    member.held += fromBalance;
    if (fromBalance === amountOf(order)) this.complete(order);
    return true;
  }

  private pay(order: Order, amount: bigint): boolean {
    const member = this.ownerOf(order);
    member.available += amount;
    if (!isOpen(order)) return true;
    const missing = amountOf(order) - order.held;
    const counted = amount < missing ? amount : missing;
    member.available -= counted;
    member.held += counted;
    order.held += counted;
    if (counted === missing) this.complete(order);
    else order.status = 'partially_paid';
    return true;
  }

  private complete(order: Order): void {
    const { of, sale, quantity } = order;
    this.ownerOf(order).held -= amountOf(order);
    order.status = 'completed';
    order.held = 0n;
    sale.reserved -= quantity;
    sale.sold += quantity;
    const { firstCycle, cycles } = sale;
    for (let n = 0; n < quantity; n++) {
      const lastCycle = firstCycle + cycles - 1;
      this.plants.push({ of, order, firstCycle, lastCycle, isReturned: false, lostIn: [] });
    }
  }

  private cancel(order: Order): boolean {
    return order.status === 'awaiting_payment' && this.end(order, 'canceled');
  }

  private end(order: Order, status: 'canceled' | 'expired'): true {
    const member = this.ownerOf(order);
    member.held -= order.held;
    member.available += order.held;
    order.held = 0n;
    order.status = status;
    order.sale.reserved -= order.quantity;
    return true;
  }

  private refund(order: Order): boolean {
    if (this.cycle >= order.sale.firstCycle) return false;
    this.ownerOf(order).available += amountOf(order);
    order.status = 'refunded';
    order.sale.sold -= order.quantity;
    for (const plant of this.plants) if (plant.order === order) plant.isReturned = true;
    return true;
  }

  private close(sale: Sale): boolean {
    if (sale.isClosed) return false;
    sale.isClosed = true;
    return true;
  }

  private begin(): boolean {
    const isNew = this.stage === -1 || this.stage === 5;
    const cycle = isNew ? this.cycle + 1 : this.cycle;
    const waits = this.sales.some((sale) => sale.firstCycle <= cycle && (!sale.isClosed || sale.reserved > 0));
    if (isNew && waits) return false;
    this.cycle = cycle;
    this.stage = isNew ? 0 : this.stage + 1;
    return true;
  }

  private lose(plant: Plant | undefined): boolean {
    if (!plant || plant.isReturned || this.stage === -1 || this.stage === 5) return false;
    const grows = plant.firstCycle <= this.cycle && this.cycle <= plant.lastCycle;
    if (!grows || plant.lostIn.includes(this.cycle)) return false;
    plant.lostIn.push(this.cycle);
    plant.lastCycle++;
    return true;
  }

  /** The cycle that was weighed last; 0 if none was. */
  get weighed(): number {
    return this.stage === 5 ? this.cycle : Math.max(0, this.cycle - 1);
  }

  private harvest(revenue: bigint, isSettled: boolean): boolean {
    const cycle = this.weighed;
    if (cycle === 0 || this.harvests.has(cycle)) return false;
    const payouts = this.share(cycle, revenue);
    this.harvests.set(cycle, { payouts, due: payouts });
    return isSettled ? this.resume() : true;
  }

  private correct(revenue: bigint): boolean {
    const harvest = this.harvests.get(this.weighed);
    if (!harvest || harvest.due) return false;
    const payouts = this.share(this.weighed, revenue);
    harvest.due = new Map([...payouts].map(([of, payout]) => [of, payout - (harvest.payouts.get(of) ?? 0n)]));
    harvest.payouts = payouts;
    return this.resume();
  }

  /** Settles what a killed process left, the oldest first. */
  private resume(): true {
    for (const harvest of this.harvests.values()) {
      for (const [of, due] of harvest.due ?? []) {
        const member = this.members[of] as Model['members'][number];
        const withheld = due > 0n ? (due < member.overpaid ? due : member.overpaid) : due;
        member.overpaid -= withheld;
        if (due > 0n) member.available += due - withheld;
      }
      harvest.due = null;
    }
    return true;
  }

  /** Rounds down, then gives the cents that are left to the largest remainders, the smallest number first. */
  private share(cycle: number, revenue: bigint): Map<number, bigint> {
    const growing = this.plants
      .map((plant, number) => ({ ...plant, number }))
      .filter((plant) => !plant.isReturned && plant.firstCycle <= cycle && cycle <= plant.lastCycle)
      .filter((plant) => !plant.lostIn.includes(cycle));
    const surplus = revenue > costOfTest ? revenue - costOfTest : 0n;
    const all = BigInt(growing.length);
    const pool = all === 0n ? 0n : (surplus * shareOfTest) / 10_000n;
    const parts = [...new Set(growing.map(({ of }) => of))].map((of) => {
      const own = growing.filter((plant) => plant.of === of);
      const exact = pool * BigInt(own.length);
      return { of, first: own[0]?.number ?? 0, payout: exact / all, rest: exact % all };
    });
    let left = parts.reduce((rest, { payout }) => rest - payout, pool);
    parts.sort((a, b) => (a.rest === b.rest ? a.first - b.first : a.rest > b.rest ? -1 : 1));
    return new Map(parts.map(({ of, payout }) => [of, left-- > 0n ? payout + 1n : payout]));
  }

  private ownerOf({ of }: Order) {
    return this.members[of] as Model['members'][number];
  }
}
