import { and, eq, gt, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { affiliateCommissions } from '../affiliate/commissions/commissions.tables';
import { appointmentTickets } from '../appointments/tickets/tickets.tables';
import { chatConversations, chatMessages } from '../chat/chat.tables';
import { performAs } from '../club';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import { seedDemo } from '../demo-club';
import { growingStages } from '../growing/rooms/rooms.tables';
import { growingPurchases } from '../growing/sales/sales.tables';
import { openSession } from '../identity/identity';
import { openClub } from '../identity/identity.testing';
import { findUserByEmail } from '../members/users';
import { newsPosts } from '../news/news.tables';
import { notifications } from '../notifications/notifications.tables';
import { supportMessages, supportTickets } from '../support/tickets/tickets.tables';
import { walletTransactions } from '../wallet/transactions/transactions.tables';
import { greeting } from './chatter.texts';
import type { Deed } from './diary';
import { createSimulator } from './simulator';

describeOnEachDatabase('the demo club of Anna', (open) => {
  it('shows life in each module within two minutes of signing in', { timeout: 240_000 }, async () => {
    const club = await openClub(open);
    const { db } = club;
    const start = new Date();
    await seedDemo(club, start);
    const anna = await findUserByEmail(db, 'anna@example.org');
    const id = anna?.id ?? 0;
    const caller = { now: start, ip: null, userAgent: null, language: 'de' as const, requestId: 'r', deviceTokens: [] };
    await transaction(db, (tx) => openSession(tx, id, 'Firefox', caller));
    const simulator = createSimulator(club, performAs);
    const deeds: Deed[] = [];
    for (let seconds = 5; seconds <= 120; seconds += 5) {
      deeds.push(...(await simulator.act(new Date(start.getTime() + seconds * 1000))));
    }
    const counts = {
      wallet: await db.$count(
        walletTransactions,
        and(eq(walletTransactions.userId, id), gt(walletTransactions.bookedAt, start)),
      ),
      stages: await db.$count(growingStages, gt(growingStages.since, start)),
      plants: await db.$count(growingPurchases, gt(growingPurchases.createdAt, start)),
      support: (
        await db
          .select()
          .from(supportMessages)
          .innerJoin(supportTickets, eq(supportTickets.id, supportMessages.ticketId))
          .where(
            and(
              eq(supportTickets.userId, id),
              eq(supportMessages.author, 'staff'),
              gt(supportMessages.createdAt, start),
            ),
          )
      ).length,
      chat: (
        await db
          .select()
          .from(chatMessages)
          .innerJoin(chatConversations, eq(chatConversations.id, chatMessages.conversationId))
          .where(
            and(eq(chatConversations.userId, id), eq(chatMessages.author, 'club'), gt(chatMessages.createdAt, start)),
          )
      ).length,
      news: await db.$count(newsPosts, gt(newsPosts.publishedAt, start)),
      affiliate: await db.$count(
        affiliateCommissions,
        and(eq(affiliateCommissions.userId, id), gt(affiliateCommissions.createdAt, start)),
      ),
      appointments: await db.$count(appointmentTickets, gt(appointmentTickets.createdAt, start)),
      notifications: await db.$count(
        notifications,
        and(eq(notifications.userId, id), eq(notifications.type, 'club.demo_welcome')),
      ),
    };
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(new Set(deeds.map(({ what }) => what))).toEqual(
      new Set([
        ...['notification', 'purchase', 'chat', 'registration', 'ticket', 'deposit', 'stage', 'story', 'payment'],
      ]),
    );
    expect(deeds.filter(({ what }) => ['chat', 'ticket', 'deposit'].includes(what))).toHaveLength(3);
    // After the next sign-in the growing team does not say the same again.
    const again = new Date(start.getTime() + 130_000);
    await transaction(db, (tx) => openSession(tx, id, 'Firefox', { ...caller, now: again }));
    await simulator.act(new Date(again.getTime() + 45_000));
    const said = inArray(chatMessages.body, Object.values(greeting));
    expect(await db.$count(chatMessages, and(eq(chatMessages.userId, id), said))).toBe(1);
  });
});
