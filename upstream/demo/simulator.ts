/** Simulates the other side of a demo club: events happen from time to time, so that one person sees realtime work. */
import { randomInt } from 'node:crypto';
import { and, eq, gt, gte, isNull, like, max } from 'drizzle-orm';
import { describeFailure } from '../database/failures';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { authSessions } from '../members/sessions.tables';
import { createNotification } from '../notifications/notifications';
import { notifications } from '../notifications/notifications.tables';
import { actAsBank } from '../wallet/wallet';
import { createArrivals } from './arrivals';
import { answerChats } from './chatter';
import type { Deed, Diary } from './diary';
import { createGarden } from './garden';
import { answerTickets } from './helpdesk';
import { createNewsroom } from './newsroom';
import { newsOfTheDemo, welcome } from './simulator.texts';
import { createStaff, type PerformAs } from './staff';
import { createVisitors } from './visitors';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const lookMs = 5 * secondMs;

/** Time after the sign-in or after the member's return. */
const firstAfterMs = 20 * secondMs;
/** Time between two pieces of news. */
const pauseMs = { from: 2 * minuteMs, to: 5 * minuteMs };
/** A member whose browser sent no request for this long is away. */
const presentForMs = 15 * minuteMs;
export const mostADay = 12;
/** The member of staff who acts for the club: at its bank account, and where members ask something. */
const clerk = 'greta@example.org';

/** Acts until it is stopped, and notes in the diary what it does. `stop` waits for the current action. */
export function startSimulator(
  deps: Deps,
  { diary, performAs }: { diary: Diary; performAs: PerformAs },
): { stop(): Promise<void> } {
  const simulator = createSimulator(deps, performAs);
  let running: Promise<void> = Promise.resolve();
  let isIdle = true;
  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    const now = new Date();
    running = simulator
      .act(now)
      .then((deeds) => {
        for (const deed of deeds) diary.note(deed, now);
      })
      .catch((error: unknown) => deps.log.error(describeFailure(error), 'the demo’s simulator failed'))
      .finally(() => {
        isIdle = true;
      });
  }, lookMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

/** Returns a simulator whose `act` does what is due at `now`, and returns what it did. It remembers only when each
 * present member gets news, when something grows or is bought, when a story appears, and when somebody registers. */
export function createSimulator(deps: Deps, performAs: PerformAs): { act(now: Date): Promise<Deed[]> } {
  const garden = createGarden(deps);
  const newsroom = createNewsroom(deps);
  const visitors = createVisitors(deps);
  const arrivals = createArrivals(deps, (now) => createStaff(deps, performAs, now));
  const herald = createHerald(deps);
  return {
    act: async (now) => {
      const present = await listPresent(deps, now);
      const deeds = await Promise.all([
        garden.act(now, [...present.keys()]),
        newsroom.act(now, present.size),
        visitors.act(now, present.size),
        arrivals.act(now, present),
        herald.act(now, present),
        bank(deps, now),
        answerTickets(deps, clerk, now),
        answerChats(deps, clerk, now),
      ]);
      return deeds.flat();
    },
  };
}

async function bank(deps: Deps, now: Date): Promise<Deed[]> {
  const { paid, paidOut } = await actAsBank(deps, clerk, now);
  const tell = (what: 'payment' | 'payout', page: string, { label: name, userId }: (typeof paid)[number]): Deed => ({
    ...{ what, userId, name, path: `/financial/${page}/${name}` },
  });
  return [
    ...paid.map((order) => tell('payment', 'order', order)),
    ...paidOut.map((withdrawal) => tell('payout', 'withdraw', withdrawal)),
  ];
}

/** Tells present members the news of the demo club, one after the other. */
function createHerald(deps: Deps) {
  const due = new Map<number, number>();
  return {
    act: async (now: Date, present: Map<number, Date>): Promise<Deed[]> => {
      const deeds: Deed[] = [];
      for (const userId of due.keys()) if (!present.has(userId)) due.delete(userId);
      for (const [userId, since] of present) {
        const at = due.get(userId) ?? Math.max(since.getTime(), now.getTime() - lookMs) + firstAfterMs;
        due.set(userId, at);
        if (at > now.getTime()) continue;
        due.set(userId, now.getTime() + randomInt(pauseMs.from, pauseMs.to));
        if (await tellNext(deps, userId, now)) deeds.push({ what: 'notification', userId, path: '/notifications' });
      }
      return deeds;
    },
  };
}

/** Returns members with a recently used open session, and the start of the newest such session. */
async function listPresent({ db }: Deps, now: Date): Promise<Map<number, Date>> {
  const rows = await db
    .select({ userId: authSessions.userId, since: max(authSessions.createdAt) })
    .from(authSessions)
    .where(
      and(
        isNull(authSessions.revokedAt),
        gt(authSessions.expiresAt, now),
        gt(authSessions.lastSeenAt, new Date(now.getTime() - presentForMs)),
      ),
    )
    .groupBy(authSessions.userId);
  return new Map(rows.map(({ userId, since }) => [userId, since ?? now]));
}

/** Sends the welcome first, then the other pieces in turn. The member's notifications tell how far they got. */
async function tellNext(deps: Deps, userId: number, now: Date): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    const ofDemo = and(eq(notifications.userId, userId), like(notifications.type, 'club.demo_%'));
    const today = new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
    if ((await tx.$count(notifications, and(ofDemo, gte(notifications.createdAt, today)))) >= mostADay) return false;
    const told = await tx.$count(notifications, ofDemo);
    const piece = told === 0 ? welcome : newsOfTheDemo[(told - 1) % newsOfTheDemo.length];
    if (piece) await createNotification({ ...deps, db: tx }, { ...piece, userId, now });
    return piece !== undefined;
  });
}
