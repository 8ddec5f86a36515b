/** What commissions must be, in plain arithmetic, for tests. */

const dayMs = 24 * 60 * 60_000;
const rates = [5n, 2n, 1n];

export interface Member {
  id: number;
  sponsor: Member | null;
  isStaff: boolean;
  deleted: boolean;
  available: bigint;
}

interface Commission {
  order: string;
  level: number;
  earner: Member;
  amount: bigint;
  status: 'pending' | 'paid' | 'reversed';
  maturesAt: number;
  wasPaid: boolean;
  reversedAt: number;
  settled: boolean;
  withheld: bigint;
  taken: bigint;
  owed: bigint;
}

export class CommissionModel {
  members: Member[] = [];
  private commissions: Commission[] = [];
  private orders = new Map<string, { buyer: Member; price: bigint; line: (number | undefined)[] }>();

  isBelow(member: Member, top: Member): boolean {
    for (let at: Member | null = member; at; at = at.sponsor) if (at === top) return true;
    return false;
  }

  buy(buyer: Member, order: string, price: bigint, now: Date) {
    buyer.available -= price;
    this.orders.set(order, { buyer, price, line: this.lineOf(buyer) });
    let earner = buyer.sponsor;
    for (let level = 1; level <= 3 && earner; level++, earner = earner.sponsor) {
      const amount = centsOf(price * (rates[level - 1] as bigint));
      if (earner.deleted || earner.isStaff || amount === 0n) continue;
      const maturesAt = now.getTime() + 14 * dayMs;
      const money = { wasPaid: false, withheld: 0n, taken: 0n, owed: 0n };
      const at = { reversedAt: 0, settled: false };
      this.commissions.push({ ...{ order, level, earner, amount, status: 'pending', maturesAt }, ...money, ...at });
    }
  }

  /** Whether those above the buyer are still those who earned. */
  hasLineOf(order: string): boolean {
    const { buyer, line } = this.orders.get(order) as NonNullable<ReturnType<typeof this.orders.get>>;
    return String(this.lineOf(buyer)) === String(line);
  }

  private lineOf({ sponsor: one }: Member) {
    return [one, one?.sponsor, one?.sponsor?.sponsor].map((member) => member?.id);
  }

  refund(order: string, now: Date) {
    const { buyer, price } = this.orders.get(order) as NonNullable<ReturnType<typeof this.orders.get>>;
    buyer.available += price;
    for (const commission of this.commissions) {
      if (commission.order !== order || commission.status === 'reversed') continue;
      Object.assign(commission, { status: 'reversed', reversedAt: now.getTime() });
    }
  }

  lapse(member: Member) {
    for (const commission of this.of(member.id)) if (commission.status === 'pending') commission.status = 'reversed';
  }

  settleAll(now: Date) {
    for (const { id } of this.members) this.settle(id, now);
  }

  /** Reversals first, each in the order of time. */
  settle(id: number, now: Date) {
    const own = this.of(id);
    const reversed = own.filter(({ status, settled }) => status === 'reversed' && !settled);
    for (const commission of reversed.sort((a, b) => a.reversedAt - b.reversedAt)) {
      commission.settled = true;
      if (!commission.wasPaid) continue;
      const { earner, amount } = commission;
      commission.taken = amount < earner.available ? amount : earner.available;
      commission.owed = amount - commission.taken;
      earner.available -= commission.taken;
    }
    const due = own.filter(({ status, maturesAt }) => status === 'pending' && maturesAt <= now.getTime());
    for (const commission of due.sort((a, b) => a.maturesAt - b.maturesAt)) {
      if (commission.earner.deleted) commission.status = 'reversed';
      else this.pay(commission);
    }
  }

  private pay(commission: Commission) {
    const owing = this.of(commission.earner.id).filter(({ owed }) => owed > 0n);
    for (const debt of owing.sort((a, b) => a.reversedAt - b.reversedAt)) {
      const left = commission.amount - commission.withheld;
      const part = left < debt.owed ? left : debt.owed;
      commission.withheld += part;
      debt.owed -= part;
    }
    Object.assign(commission, { status: 'paid', wasPaid: true });
    commission.earner.available += commission.amount - commission.withheld;
  }

  private of = (id: number) => this.commissions.filter(({ earner }) => earner.id === id);

  listShown() {
    return this.commissions.map(({ order, level, earner, amount, status, wasPaid, withheld, taken, owed }) => ({
      ...{ order, level, userId: earner.id, amount, status, wasPaid, withheld, taken, owed },
    }));
  }

  sumsOf(id: number) {
    const sum = (fits: (one: Commission) => boolean) =>
      this.of(id).reduce((total, one) => total + (fits(one) ? one.amount : 0n), 0n);
    return {
      earned: sum(({ status }) => status === 'paid'),
      pending: sum(({ status }) => status === 'pending'),
      reversed: sum(({ status }) => status === 'reversed'),
      owed: this.of(id).reduce((total, { owed }) => total + owed, 0n),
    };
  }

  /** What happened to commissions of this world, so that a test can say that it saw everything. */
  listStates(): string[] {
    return this.commissions.flatMap(({ status, wasPaid, withheld, taken, owed, amount }) => [
      status === 'reversed' && !wasPaid ? 'reversed before' : 'paid',
      ...(taken > 0n ? ['taken back'] : []),
      ...(wasPaid && status === 'reversed' && taken < amount && owed < amount ? ['owed'] : []),
      ...(withheld > 0n ? ['set off'] : []),
    ]);
  }
}

/** Hundredths of a cent to the nearest cent; of two that are as near, the even one. */
function centsOf(hundredths: bigint): bigint {
  const [down, up] = [hundredths / 100n, hundredths / 100n + 1n];
  const [below, above] = [hundredths - down * 100n, up * 100n - hundredths];
  if (below === above) return down % 2n === 0n ? down : up;
  return below < above ? down : up;
}
