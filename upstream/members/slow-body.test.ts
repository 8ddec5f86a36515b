import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Api } from '../http/env';
import { getToken, openClub } from '../identity/identity.testing';
import { users } from './members.tables';
import { authSessions } from './sessions.tables';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;

describeOnEachDatabase('a write whose body takes minutes', (open) => {
  async function openWithMia() {
    let api: Api | undefined;
    const club = await openClub(open, {}, (mounted) => {
      api = mounted;
      return {};
    });
    const { id } = await club.addMember();
    const token = await getToken(club);
    /** Sends the rest of the body after `meanwhile`. */
    const consentSlowly = async (meanwhile: () => Promise<unknown>) => {
      const parts = [async () => '{"given":', async () => meanwhile().then(() => 'true}')];
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const part = parts.shift();
            if (part) controller.enqueue(new TextEncoder().encode(await part()));
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const request = new Request('http://localhost/api/user/tracking-consent', {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        duplex: 'half',
      } as RequestInit);
      const answer = await api?.fetch(request, { ip: '192.0.2.1', requestId: 'request-1' });
      const [member] = await club.db.select().from(users).where(eq(users.id, id));
      return { status: answer?.status, consentsAt: member?.trackingConsentAt };
    };
    return { club, consentSlowly };
  }
  const pass = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * minuteMs);

  it('is refused if the session was ended meanwhile', async () => {
    const { club, consentSlowly } = await openWithMia();
    const answer = await consentSlowly(async () => {
      pass(2);
      await club.db.update(authSessions).set({ revokedAt: new Date(), revokedReason: 'password_changed' });
    });
    expect(answer).toEqual({ status: 401, consentsAt: null });
  });

  it('is refused if its token expired meanwhile', async () => {
    const { consentSlowly } = await openWithMia();
    expect(await consentSlowly(async () => pass(24 * 60))).toEqual({ status: 401, consentsAt: null });
  });

  it('is done at the time when all of it has arrived', async () => {
    const { consentSlowly } = await openWithMia();
    const before = Date.now();
    const { status, consentsAt } = await consentSlowly(async () => pass(2));
    expect(status).toBe(200);
    expect(consentsAt?.getTime()).toBeGreaterThanOrEqual(before + 2 * minuteMs);
  });
});
