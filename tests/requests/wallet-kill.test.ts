import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { count, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createEmptyPostgres, isPostgresReachable } from '../../upstream/database/templates.testing';
import { ledgerAccounts, ledgerEntries } from '../../upstream/ledger/ledger.tables';
import { verifyConsistency } from '../../upstream/ledger/merkle';
import { walletOrders } from '../../upstream/wallet/orders/orders.tables';
import { brokenPromises } from '../../upstream/wallet/wallet.promises.testing';
import { type Club, startClub } from '../support/club';
import { bookDeposits } from '../support/ledger';
import type { Member } from '../support/members';

/** On each database. Half of them are orders through the API, and half are bookings; the server is killed after each quarter. */
const operations = Number(process.env.WALLET_KILL_OPERATIONS ?? 500);
const kills = 3;
const postgresReachable = await isPostgresReachable();

interface Head {
  size: number;
  root_hash: string;
}

/** A member who orders and is paid, again and again, and remembers what the club said. */
class Customer {
  /** Label of the order by its idempotency key. */
  readonly orders = new Map<string, string>();
  readonly bookings = new Set<string>();
  /** What was sent and never answered: it is sent again, under its key. */
  private unanswered: { kind: 'order' | 'booking'; key: string } | null = null;

  constructor(
    private readonly club: Club,
    readonly member: Member,
    private readonly token: string,
  ) {}

  /** One operation more; throws where the server is gone. */
  async act(kind: 'order' | 'booking'): Promise<void> {
    this.unanswered ??= { kind, key: randomUUID() };
    const { key } = this.unanswered;
    if (this.unanswered.kind === 'order') await this.order(key);
    else await this.book(key);
    this.unanswered = null;
  }

  /** Orders, unless the key did before, and cancels, so that never too many are open. */
  async order(key: string): Promise<void> {
    const answer = await this.post('/wallet/deposits', { amount: '50.00' }, { 'idempotency-key': key });
    const order = (await answer.json()) as { order_label: string };
    expect(answer.status, JSON.stringify(order)).toBe(201);
    expect(this.orders.get(key) ?? order.order_label).toBe(order.order_label);
    this.orders.set(key, order.order_label);
    await (await this.post(`/wallet/orders/${order.order_label}/cancel`, {})).text();
  }

  private async book(key: string): Promise<void> {
    await bookDeposits(this.club, this.member.id, 1, key).catch((error: Error) => {
      if (
        !error.message.includes('ledger_entries_key_unique') &&
        !String(error.cause).includes('ledger_entries_key_unique')
      )
        throw error;
    });
    this.bookings.add(key);
  }

  private post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return fetch(`${this.club.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}`, ...headers },
      body: JSON.stringify(body),
    });
  }
}

async function newCustomer(club: Club): Promise<Customer> {
  const member = await club.member();
  const { email, password } = member;
  const answer = await fetch(`${club.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.8.${member.id % 250}` },
    body: JSON.stringify({ email, password, device_name: 'customer' }),
  });
  const { token } = (await answer.json()) as { token: { access_token: string } };
  return new Customer(club, member, token.access_token);
}

/** Reads heads until the server is gone or `isOver`. */
async function watchHeads(club: Club, heads: Map<number, Head>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      const { head } = (await (await fetch(`${club.url}/api/wallet/log/head`)).json()) as { head: Head | null };
      if (head) {
        expect(heads.get(head.size) ?? head).toEqual(head);
        heads.set(head.size, head);
      }
      await wait(50);
    } catch (error) {
      if (!isGone(error)) throw error;
      return;
    }
  }
}

/** All customers at once, until so many operations were answered; with `killed` the server ends at that moment. */
async function round(club: Club, customers: Customer[], wanted: number, heads: Map<number, Head>, killed: boolean) {
  let answered = 0;
  const isOver = () => answered >= wanted;
  const work = customers.map(async (customer) => {
    for (let n = 0; !isOver(); n++) {
      try {
        await customer.act(n % 2 ? 'booking' : 'order');
      } catch (error) {
        if (!isGone(error)) throw error;
        return;
      }
      answered++;
      if (killed && answered === wanted) club.server.process.kill('SIGKILL');
    }
  });
  await Promise.all([...work, watchHeads(club, heads, isOver)]);
}

/** Whether the server ended before it answered. */
function isGone(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string };
    if (/ECONN|UND_ERR_SOCKET|ERR_IPC_CHANNEL_CLOSED/.test(code ?? '')) return true;
    if (/fetch failed|terminated|before it answered|Channel closed/.test(at.message)) return true;
  }
  return false;
}

async function killAgainAndAgain(env: Record<string, string | undefined>) {
  const club = await startClub(env);
  try {
    const customers = await Promise.all(Array.from({ length: 6 }, () => newCustomer(club)));
    const heads = new Map<number, Head>();
    const part = Math.ceil(operations / (kills + 1));
    for (let kill = 0; kill < kills; kill++) {
      await round(club, customers, part, heads, true);
      await club.restart();
    }
    await round(club, customers, part, heads, false);
    await expectAllThere(club, customers);
    await expectOneLog(club, heads);
  } finally {
    await club.stop();
  }
}

async function expectAllThere(club: Club, customers: Customer[]): Promise<void> {
  expect(await club.db.execute(sql.raw(brokenPromises))).toEqual([]);
  for (const { member, orders, bookings } of customers) {
    const labels = [...orders.values()];
    const made = await club.db
      .select({ label: walletOrders.label })
      .from(walletOrders)
      .where(eq(walletOrders.userId, member.id));
    expect(made.map(({ label }) => label).sort()).toEqual(labels.sort());
    const keys = [...bookings].map((key) => `${key}:1`);
    const [booked] = await club.db.select({ n: count() }).from(ledgerEntries).where(inArray(ledgerEntries.key, keys));
    expect(Number(booked?.n)).toBe(bookings.size);
    const [account] = await club.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, member.id));
    expect(BigInt(account?.balance ?? 0)).toBe(100n * BigInt(bookings.size));
  }
  const [customer] = customers as [Customer];
  for (const key of [...customer.orders.keys()].slice(0, 10)) await customer.order(key);
}

/** The whole log is right, and begins with each head that was given out before. */
async function expectOneLog(club: Club, heads: Map<number, Head>): Promise<void> {
  const { code, stdout } = await club.staff('ledger', 'verify', '--json');
  expect([code, JSON.parse(stdout).faults]).toEqual([0, []]);
  const sizes = [...heads.keys()].sort((a, b) => a - b);
  expect(sizes.length).toBeGreaterThan(kills);
  const later = heads.get(sizes.at(-1) ?? 0) as Head;
  for (const size of sizes.slice(0, -1)) {
    const answer = await fetch(`${club.url}/api/wallet/log/consistency?from=${size}&to=${later.size}`);
    const { path } = (await answer.json()) as { path: string[] };
    const earlier = heads.get(size) as Head;
    expect(verifyConsistency(rootOf(earlier), rootOf(later), path.map(bytesOf)), `${size}`).toBe(true);
  }
}

const bytesOf = (hash: string) => Buffer.from(hash, 'base64');
const rootOf = ({ size, root_hash }: Head) => ({ size, root: bytesOf(root_hash) });

const patience = 300_000;

describe('a server killed with -9 while money moves, again and again', () => {
  it('has all that it acknowledged, once, on the embedded database', { timeout: patience }, async () => {
    await killAgainAndAgain({});
  });

  it.skipIf(!postgresReachable && process.env.REQUIRE_POSTGRES !== '1')(
    'has all that it acknowledged, once, on PostgreSQL',
    { timeout: patience },
    async () => {
      const place = await createEmptyPostgres();
      try {
        await killAgainAndAgain({ DATABASE_URL: place.config.databaseUrl });
      } finally {
        await place.remove();
      }
    },
  );
});
