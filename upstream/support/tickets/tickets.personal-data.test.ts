import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { users } from '../../members/members.tables';
import { personalData } from '../../personal-data';
import { tidyPrivacy } from '../../privacy/privacy.housekeeping';
import { openPrivacyClub, unzip } from '../../privacy/privacy.testing';
import { addNote, lockForStaff } from './staff-steps';
import { supportMessages, supportNotes, supportTicketCounts, supportTickets } from './tickets.tables';
import { anAnswer, aTicket } from './tickets.testing';

describeOnEachDatabase('the tickets of a member', (open) => {
  it('are in the export without notes, and go with the account', async () => {
    const club = await openPrivacyClub(open);
    const [{ id: mia }, { id: noa }] = [await club.addMember(), await club.addMember({ email: 'noa@example.org' })];
    const greta = await aStaffMember(club);
    const now = new Date();
    const ticket = await anAnswer(club, await aTicket(club, mia, { now }), greta.id, now);
    await aTicket(club, noa, { now });
    const note = { staffId: greta.id, body: 'Called the bank.' };
    await transaction(club.db, async (tx) => addNote(tx, await lockForStaff(tx, ticket.id), note, now));

    const token = await club.bearer();
    const exported = (await club.call('POST', '/user/export', { token })).body.id;
    await club.jobs.idle();
    const files = unzip(await (await club.file(token, exported)).arrayBuffer());
    expect(JSON.parse(files['tickets.json'] ?? '')).toMatchObject([
      { number: ticket.id, subject: 'My deposit', status: 'waiting_for_customer', messages: 2, unread: 1 },
    ]);
    expect(JSON.parse(files['ticket_messages.json'] ?? '')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ ticket: ticket.id, author: 'member', text: 'Where is my money?' }),
        expect.objectContaining({ ticket: ticket.id, author: 'staff', text: 'It is on its way.' }),
      ]),
    );
    expect(Object.values(files).join()).not.toContain('Called the bank');

    await club.db
      .update(users)
      .set({ deletionRequestedAt: new Date(now.getTime() - 1000), deletionDueAt: now })
      .where(eq(users.id, mia));
    await tidyPrivacy(club, personalData, new Date(now.getTime() + 1000));
    const left = [supportTickets, supportMessages, supportNotes, supportTicketCounts].map((table) =>
      club.db.$count(table),
    );
    expect(await Promise.all(left)).toEqual([1, 1, 0, 1]);
    expect(await club.db.$count(supportTickets, eq(supportTickets.userId, noa))).toBe(1);
    // A request may still have run.
    await expect(aTicket(club, mia, { now })).rejects.toThrow();
  });
});
