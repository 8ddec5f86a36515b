import { randomUUID } from 'node:crypto';
import { like } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Tx } from '../../upstream/database/database';
import type { Deps } from '../../upstream/deps';
import { rateLimits } from '../../upstream/http/throttle.tables';
import { makeCode } from '../../upstream/identity/verification/verification-code';
import type { Club } from './club';
import { bookDeposits } from './ledger';
import type { Member } from './members';
import { equipToWithdraw } from './withdrawals';

export const acts = ['order', 'booking', 'withdrawal'] as const;
type Act = (typeof acts)[number];

/** A request without an answer. It is sent again with its key. */
interface SentRequest {
  act: Act;
  key: string;
  draft?: string;
}

/** The fields of the answers that the tests use. Each answer has its own. */
interface CustomerAnswer {
  id: string;
  order_label: string;
  withdraw_label: string;
}

/** The number of withdrawals that stay pending. All later ones are canceled, so that never too many are open. */
const kept = 2;

/** A member who orders, is paid and withdraws repeatedly, and remembers the club's answers. */
export class Customer {
  /** Labels of the orders by idempotency key. */
  readonly orders = new Map<string, string>();
  readonly bookings = new Set<string>();
  /** Labels of the withdrawals by draft. */
  readonly withdrawals = new Map<string, string>();
  readonly canceled = new Set<string>();
  private unanswered: SentRequest | null = null;
  private acts = 0;

  constructor(
    private readonly club: Club,
    readonly member: Member,
    readonly withdrawAccountId: number,
    private readonly token: string,
  ) {}

  /**
   * Does one more operation. Throws if the server has ended. No person is as fast, so it removes the throttle's counts.
   */
  async act(act: Act): Promise<void> {
    if (this.acts++ % 10 === 0) await this.club.db.delete(rateLimits).where(like(rateLimits.key, 'write.%'));
    this.unanswered ??= { act, key: randomUUID() };
    const sent = this.unanswered;
    if (sent.act === 'order') await this.order(sent.key);
    else if (sent.act === 'booking') await this.book(sent.key);
    else await this.withdraw(sent);
    this.unanswered = null;
  }

  /** Orders, unless this key did so before, and cancels. */
  async order(key: string): Promise<void> {
    const { order_label } = await this.post('/wallet/deposits', 201, { amount: '50.00' }, key);
    expect(this.orders.get(key) ?? order_label).toBe(order_label);
    this.orders.set(key, order_label);
    await this.post(`/wallet/orders/${order_label}/cancel`);
  }

  private async book(key: string): Promise<void> {
    await bookDeposits(this.club, this.member.id, 1, key).catch((error: Error) => {
      if (!`${error.message} ${error.cause}`.includes('ledger_entries_key_unique')) throw error;
    });
    this.bookings.add(key);
  }

  /** Withdraws 20.00 with a draft, unless it did so before, and cancels all but the withdrawals that stay. */
  private async withdraw(sent: SentRequest): Promise<void> {
    const wanted = { amount: '20.00', withdraw_account_id: this.withdrawAccountId };
    sent.draft ??= (await this.post('/wallet/withdrawals/drafts', 201, wanted)).id;
    const label = await this.submit(sent.draft, sent.key);
    if (this.withdrawals.size <= kept) return;
    await this.post(`/wallet/withdrawals/${label}/cancel`);
    this.canceled.add(label);
  }

  /** Submits the draft, and checks that it always becomes the same withdrawal. Returns its label. */
  async submit(draft: string, key: string): Promise<string> {
    const verification_code = await this.plantCode(draft);
    const proof = { draft_id: draft, verification_method: 'email', verification_code };
    const { withdraw_label } = await this.post('/wallet/withdrawals', 201, proof, key);
    expect(this.withdrawals.get(draft) ?? withdraw_label).toBe(withdraw_label);
    this.withdrawals.set(draft, withdraw_label);
    return withdraw_label;
  }

  /** Creates the code that would be mailed, because requesting it by the API is throttled. */
  private plantCode(context: string): Promise<string> {
    const { db, secret, clock } = this.club;
    const deps = { config: { secrets: [secret] } } as Deps;
    const bond = { userId: this.member.id, action: 'withdraw' as const, context };
    return makeCode(db as unknown as Tx, deps, bond, new Date(clock.now()));
  }

  private async post(path: string, status = 200, body: unknown = {}, key?: string): Promise<CustomerAnswer> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${this.club.server.local}/api${path}`, {
      method: 'POST',
      headers: key ? { ...headers, 'idempotency-key': key } : headers,
      body: JSON.stringify(body),
    });
    const said = await answer.json();
    expect(answer.status, `${path} ${JSON.stringify(said)}`).toBe(status);
    return said;
  }
}

/** Returns a customer with 496.00 in the balance. */
export async function newCustomer(club: Club): Promise<Customer> {
  const member = await club.member();
  const account = await equipToWithdraw(club, member);
  const { email, password } = member;
  const answer = await fetch(`${club.server.local}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.8.${member.id % 250}` },
    body: JSON.stringify({ email, password, device_name: 'customer' }),
  });
  const { token } = (await answer.json()) as { token: { access_token: string } };
  return new Customer(club, member, account, token.access_token);
}
