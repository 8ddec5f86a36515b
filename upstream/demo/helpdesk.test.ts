import { beforeEach, expect, it } from 'vitest';
import { supportCategories } from '../contract/support-faq';
import { TicketText } from '../contract/support-tickets';
import { describeOnEachDatabase } from '../database/database.testing';
import { transaction } from '../database/transaction';
import type { Club } from '../identity/identity.testing';
import { allPermissions } from '../members/permissions';
import { getTicket } from '../support/tickets/show-ticket';
import { addMessage, lockTicket, setStatus } from '../support/tickets/ticket-steps';
import { aTicket, openSupport } from '../support/tickets/tickets.testing';
import { answerTickets, mostAnswers } from './helpdesk';
import { answers } from './helpdesk.texts';

const written = new Date('2026-11-20T09:00:00Z');
const after = (seconds: number) => new Date(written.getTime() + seconds * 1000);
const clerk = 'greta@example.org';

it('the demo has an answer to each topic, short enough for a message', () => {
  for (const language of ['en', 'de'] as const) {
    for (const category of supportCategories) {
      expect(TicketText.safeParse(`Hello,\n\n${answers[language][category]}`).success).toBe(true);
    }
  }
});

describeOnEachDatabase('the staff of the demo club', (open) => {
  let club: Club;
  let mia: number;
  let ticket: number;
  beforeEach(async () => {
    club = await openSupport(open);
    mia = (await club.addMember({ language: 'de' })).id;
    await club.addMember({ email: clerk, firstname: 'Greta', permissions: allPermissions });
    ticket = (await aTicket(club, mia, { now: written })).id;
  });
  const show = async () => getTicket(club.db, mia, ticket, 'Almende');
  const replyAt = (seconds: number) =>
    transaction(club.db, async (tx) => {
      const found = await lockTicket(tx, ticket);
      if (!found) throw new Error('The ticket is gone.');
      await addMessage(tx, found, { author: 'member', body: 'Und jetzt?' }, after(seconds));
      await setStatus(tx, found, 'open', after(seconds));
    });

  it('answer after half a minute, once, in the language of the member and by topic', async () => {
    for (const second of [5, 29, 30, 35, 200]) await answerTickets(club, clerk, after(second));
    const { status, messages, assigned_to } = await show();
    expect([status, assigned_to, messages.length]).toEqual(['waiting_for_customer', 'Greta Sommer', 2]);
    expect(messages[1]).toMatchObject({
      body: `Hallo Mia,\n\n${answers.de.deposits}`,
      created_at: after(30).toISOString(),
    });
  });

  it('answer replies as well, a few times', async () => {
    for (let turn = 0; turn < mostAnswers + 2; turn++) {
      await answerTickets(club, clerk, after(turn * 100 + 60));
      if (turn < mostAnswers) await replyAt(turn * 100 + 61);
    }
    const { messages, status } = await show();
    expect(messages.filter(({ author }) => author.is_staff)).toHaveLength(mostAnswers);
    expect(status).toBe('open');
  });

  it('leave alone what is older, and do nothing where nobody is staff', async () => {
    await answerTickets(club, 'nobody@example.org', after(40));
    await answerTickets(club, clerk, after(16 * 60));
    expect((await show()).messages).toHaveLength(1);
  });
});
