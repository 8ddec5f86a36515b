import { and, asc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ticketStatuses } from '../../contract/support-tickets';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { extent } from '../../extent.testing';
import { createPastPlants, seedRooms } from '../../growing/growing.seed';
import { plantNumberSql } from '../../growing/plants/numbers';
import { growingLosses } from '../../growing/plants/plants.tables';
import { seedIdentity } from '../../identity/identity.seed';
import { users } from '../../members/members.tables';
import { notifications } from '../../notifications/notifications.tables';
import { supportConfig } from '../../support-config';
import { seedWallets } from '../../wallet/wallet.seed';
import { supportAttachments } from '../attachments/attachments.tables';
import { getReference } from './references';
import { tidyTickets } from './tickets.housekeeping';
import { listTicketNotices, seedTickets } from './tickets.seed';
import { english, german } from './tickets.seed-texts';
import { supportMessages, supportTicketCounts, supportTickets } from './tickets.tables';
import { workingMinutes } from './working-time';

describeOnEachDatabase('the demo club', (open) => {
  const days = [
    ['on a Monday before the office opens', '2026-11-23T08:59+01:00'],
    ['after the longest time without an opening', '2027-04-01T12:59+02:00'],
  ] as const;
  it.each(days.slice(-extent(1, days.length)))(
    'has tickets in each status, once, about what their members have, and nobody is told, %s',
    async (_, today) => {
      const deps = await open();
      const now = new Date(today);
      await seedIdentity(deps, now);
      await seedRooms(deps, now);
      await seedWallets(deps, createPastPlants(now), now);
      await seedTickets(deps, now);
      const first = await deps.db.$count(supportTickets);
      await seedTickets(deps, now);
      expect(await deps.db.$count(supportTickets)).toBe(first);
      // Nothing is due at the start.
      await tidyTickets(deps, now);
      expect(await deps.db.$count(notifications)).toBe(0);

      for (const name of ['anna', 'ben']) {
        const [member] = await deps.db
          .select()
          .from(users)
          .where(eq(users.email, `${name}@example.org`));
        const userId = member?.id ?? 0;
        const tickets = await deps.db
          .select()
          .from(supportTickets)
          .where(eq(supportTickets.userId, userId))
          .orderBy(asc(supportTickets.id));
        expect(new Set(tickets.map(({ status }) => status))).toEqual(new Set(ticketStatuses));
        expect(tickets.every(({ lastReplyAt }) => lastReplyAt < now)).toBe(true);
        const references = tickets.flatMap(({ referenceKind: kind, referenceLabel: label }) =>
          kind && label ? [{ kind, label }] : [],
        );
        expect(references).not.toEqual([]);
        for (const reference of references) {
          expect(await getReference(deps.db, userId, reference, 'en')).toEqual(reference);
        }
        const [counts] = await deps.db.select().from(supportTicketCounts).where(eq(supportTicketCounts.userId, userId));
        expect(counts?.unreadReplies).toBe(1);
        const told = await transaction(deps.db, (tx) => listTicketNotices(tx, userId, new Date(0)));
        expect(told.map(({ url }) => url)).toContain(`/support/ticket/${tickets[0]?.id}#new`);
      }
      expect(await deps.db.$count(supportTickets, eq(supportTickets.closedBy, 'time'))).toBe(1);
      expect(await deps.db.$count(supportAttachments, isNotNull(supportAttachments.messageId))).toBe(1);
      // The office answers while it is open.
      const answers = await deps.db
        .select({ at: supportMessages.createdAt })
        .from(supportMessages)
        .where(eq(supportMessages.author, 'staff'));
      const { office_hours: hours } = supportConfig();
      for (const { at } of answers)
        expect(workingMinutes(new Date(at.getTime() - 60_000), at, hours), at.toISOString()).toBe(1);
      const abouts = [...german, ...english].filter(({ about }) => about);
      expect(await deps.db.$count(supportTickets, isNotNull(supportTickets.referenceLabel))).toBe(abouts.length);
      // The ticket about a lost plant names one that was lost by then.
      const lost = await deps.db
        .select({ label: supportTickets.referenceLabel })
        .from(supportTickets)
        .innerJoin(
          growingLosses,
          and(
            eq(
              supportTickets.referenceLabel,
              plantNumberSql(sql`${growingLosses.roomCode}`, sql`${growingLosses.position}`),
            ),
            lt(growingLosses.lostAt, supportTickets.createdAt),
          ),
        )
        .where(eq(supportTickets.subject, 'Why is one plant marked as lost?'));
      expect(lost).not.toEqual([]);
      // Nobody wrote before they were a member.
      const early = await deps.db
        .select({ id: supportTickets.id })
        .from(supportTickets)
        .innerJoin(users, eq(users.id, supportTickets.userId))
        .where(lt(supportTickets.createdAt, users.createdAt));
      expect(early).toEqual([]);
    },
  );
});
