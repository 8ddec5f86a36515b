import { setTimeout as wait } from 'node:timers/promises';
import { count, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { extent } from '../../upstream/extent.testing';
import { ledgerEntries } from '../../upstream/ledger/ledger.tables';
import { verifyConsistency } from '../../upstream/ledger/merkle';
import { walletOrders } from '../../upstream/wallet/orders/orders.tables';
import { brokenPromises } from '../../upstream/wallet/wallet.promises.testing';
import { walletWithdrawals } from '../../upstream/wallet/withdrawals/withdrawals.tables';
import type { Club } from '../support/club';
import { acts, type Customer, newCustomer } from '../support/customer';
import { itOnEachDatabase } from '../support/each-database';
import { readBalances } from '../support/withdrawals';

/** For each database: orders and withdrawals by the API, and entries. The server is killed after each equal part. */
const operations = extent(120, 3000);
const kills = extent(2, 20);

interface Head {
  size: number;
  root_hash: string;
}

/** Reads heads until the server has ended or `isOver`. */
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

/** Runs all customers concurrently until `wanted` operations were answered. With `killed` the server is then killed. */
async function round(club: Club, customers: Customer[], wanted: number, heads: Map<number, Head>, killed: boolean) {
  let answered = 0;
  const isOver = () => answered >= wanted;
  const work = customers.map(async (customer) => {
    for (let n = 0; !isOver(); n++) {
      try {
        await customer.act(acts[n % acts.length] as (typeof acts)[number]);
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

/** Tells whether the server ended before it answered. */
function isGone(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: string };
    if (/ECONN|UND_ERR_SOCKET|ERR_IPC_CHANNEL_CLOSED/.test(code ?? '')) return true;
    if (/fetch failed|terminated|before it answered|Channel closed/.test(at.message)) return true;
  }
  return false;
}

async function killAgainAndAgain(club: Club) {
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
}

async function expectAllThere(club: Club, customers: Customer[]): Promise<void> {
  expect(await club.db.execute(sql.raw(brokenPromises))).toEqual([]);
  for (const customer of customers) {
    await expectOrders(club, customer);
    await expectWithdrawals(club, customer);
    await expectMoney(club, customer);
  }
  const [customer] = customers as [Customer];
  for (const key of [...customer.orders.keys()].slice(0, 10)) await customer.order(key);
  for (const draft of [...customer.withdrawals.keys()].slice(0, 10)) await customer.submit(draft, `again-${draft}`);
  await expectMoney(club, customer);
}

async function expectOrders({ db }: Club, customer: Customer): Promise<void> {
  const { label, userId } = walletOrders;
  const made = await db.select({ label }).from(walletOrders).where(eq(userId, customer.member.id));
  expect(made.map((order) => order.label).sort()).toEqual([...customer.orders.values()].sort());
}

async function expectWithdrawals({ db }: Club, customer: Customer): Promise<void> {
  const { draftId, label, status, userId } = walletWithdrawals;
  const made = await db
    .select({ draftId, label, status })
    .from(walletWithdrawals)
    .where(eq(userId, customer.member.id));
  const known = [...customer.withdrawals].map(([draft, name]) => ({
    draftId: draft,
    label: name,
    status: customer.canceled.has(name) ? 'canceled' : 'pending',
  }));
  const inOrder = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label);
  expect(made.sort(inOrder)).toEqual(known.sort(inOrder));
}

/** Each entry is booked once, and the held money is that of the pending withdrawals. */
async function expectMoney(club: Club, { member, bookings, withdrawals, canceled }: Customer): Promise<void> {
  const keys = [...bookings].map((key) => `${key}:1`);
  const [booked] = await club.db.select({ n: count() }).from(ledgerEntries).where(inArray(ledgerEntries.key, keys));
  expect(Number(booked?.n)).toBe(bookings.size);
  const held = 2000n * BigInt(withdrawals.size - canceled.size);
  const available = 49_600n + 100n * BigInt(bookings.size) - held;
  expect(await readBalances(club, member)).toEqual({ available, held });
}

/** The complete log is correct, and it begins with each head that was given out before. */
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

const patience = 600_000 + kills * 20_000;

describe('a server killed with -9 while money moves, again and again', () => {
  itOnEachDatabase('has all that it acknowledged, once', killAgainAndAgain, { timeout: patience });
});
