import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { performAs } from '../club';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { type Club, openClub } from '../identity/identity.testing';
import { endSessionsOf, openSession } from '../identity/sessions/sessions';
import { authSessions } from '../members/sessions.tables';
import { notifications } from '../notifications/notifications.tables';
import { createDiary } from './diary';
import { createSimulator, mostADay, startSimulator } from './simulator';

const signedIn = new Date('2026-11-21T09:00:00Z');
const after = (seconds: number) => new Date(signedIn.getTime() + seconds * 1000);

async function signIn(club: Club, userId: number) {
  const caller = {
    now: signedIn,
    ip: null,
    userAgent: null,
    language: 'en' as const,
    requestId: 'r',
    deviceTokens: [],
  };
  await transaction(club.db, (tx) => openSession(tx, userId, 'Firefox', caller));
}

/** Records a request from the member's browser. */
const isSeen = (club: Club, now: Date) => club.db.update(authSessions).set({ lastSeenAt: now });

const toldTo = async ({ db }: Club, userId: number) =>
  (await db.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(asc(notifications.id))).map(
    ({ type, createdAt }) => ({ type, at: (createdAt.getTime() - signedIn.getTime()) / 1000 }),
  );

describeOnEachDatabase('the simulator of the demo club', (open) => {
  it('greets whoever signs in after 20 seconds, and nobody else', async () => {
    const club = await openClub(open);
    const [mia, absent] = [await club.addMember(), await club.addMember({ email: 'absent@example.org' })];
    await signIn(club, mia.id);
    const simulator = createSimulator(club, performAs);
    for (let second = 0; second <= 60; second += 5) await simulator.act(after(second));
    expect(await toldTo(club, mia.id)).toEqual([{ type: 'club.demo_welcome', at: 20 }]);
    expect(await toldTo(club, absent.id)).toEqual([]);
  });

  it('goes on every two to five minutes, each time with something else, up to a limit for a day', async () => {
    const club = await openClub(open);
    const mia = await club.addMember();
    await signIn(club, mia.id);
    const simulator = createSimulator(club, performAs);
    for (let second = 0; second <= 2 * 3600; second += 5) {
      if (second % 60 === 0) await isSeen(club, after(second));
      if (second % 30 === 0) await simulator.act(after(second));
    }
    const told = await toldTo(club, mia.id);
    expect(told).toHaveLength(mostADay);
    for (const [index, { type, at }] of told.slice(1).entries()) {
      const pause = at - (told[index]?.at ?? 0);
      expect(pause).toBeGreaterThanOrEqual(120);
      expect(pause).toBeLessThanOrEqual(330);
      expect(type).not.toBe(told[index]?.type);
    }
    expect(told.filter(({ type }) => type === 'club.demo_welcome')).toHaveLength(1);
  });

  it('goes on where it was when the server starts anew, and leaves alone who signed out or went away', async () => {
    const club = await openClub(open);
    const mia = await club.addMember();
    await signIn(club, mia.id);
    const first = createSimulator(club, performAs);
    for (const second of [0, 20, 25]) await first.act(after(second));
    const second = createSimulator(club, performAs);
    for (const at of [100, 125]) await second.act(after(at));
    expect((await toldTo(club, mia.id)).map(({ type }) => type)).toEqual(['club.demo_welcome', 'club.demo_kittens']);
    for (let at = 1020; at <= 2000; at += 60) await second.act(after(at));
    await isSeen(club, after(2000));
    await transaction(club.db, (tx) => endSessionsOf(tx, mia.id, 'logout', after(2001)));
    for (let at = 2005; at <= 2600; at += 60) await second.act(after(at));
    expect(await toldTo(club, mia.id)).toHaveLength(2);
  });

  it('ends when it is stopped', async () => {
    const club = await openClub(open);
    const simulator = startSimulator(club, { diary: createDiary(), performAs });
    await simulator.stop();
    await simulator.stop();
  });
});
