import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { aStaffMember } from '../identity/staff/staff.testing';
import { users } from '../members/members.tables';
import { personalData } from '../personal-data';
import { tidyPrivacy } from '../privacy/privacy.housekeeping';
import { openPrivacyClub, type PrivacyClub, unzip } from '../privacy/privacy.testing';
import { supportTickets } from '../support/tickets/tickets.tables';
import { chatConversations, chatCounts, chatMessages, chatParticipants, chatReports } from './chat.tables';
import { aConversation, actingFor, listMiscounted, newClientId, start } from './chat.testing';
import { sendAsClub } from './club-steps';
import { block } from './member-steps';
import { reportMessage } from './report';
import { sendMessage } from './write';

describeOnEachDatabase('the chat of a member', (open) => {
  let club: PrivacyClub;
  let mia: number;
  let ben: number;
  let talk: string;
  let office: string;
  beforeEach(async () => {
    club = await openPrivacyClub(open);
    mia = (await club.addMember()).id;
    ben = (await club.addMember({ email: 'ben@example.org', firstname: 'Ben', referrerId: mia })).id;
    talk = await aConversation(club, mia, ben);
    office = await aConversation(club, mia, 'office');
  });
  const send = async (id: string, userId: number, message: string) =>
    (await sendMessage(club, id, { message, client_id: newClientId() }, actingFor(userId, start))).message.id;
  const leave = async (id: number) => {
    const now = new Date();
    await club.db
      .update(users)
      .set({ deletionRequestedAt: new Date(now.getTime() - 1000), deletionDueAt: now })
      .where(eq(users.id, id));
    await tidyPrivacy(club, personalData, new Date(now.getTime() + 1000));
  };

  it('is in the export: what they wrote and what the club wrote, not what others wrote', async () => {
    const greta = await aStaffMember(club);
    await send(talk, mia, 'Hello Ben');
    const fromBen = await send(talk, ben, 'A secret of Ben');
    await send(office, mia, 'Hello office');
    await sendAsClub(club, { id: office, contact: 'office', staffId: greta.id, body: 'Hello Mia' }, start);
    const ticket = await reportMessage(club, talk, { message_id: fromBen, reason: 'Rude' }, actingFor(mia, start));
    await block(club, talk, true, actingFor(mia, start));

    const token = await club.bearer();
    const exported = (await club.call('POST', '/user/export', { token })).body.id;
    await club.jobs.idle();
    const files = unzip(await (await club.file(token, exported)).arrayBuffer());
    const texts = JSON.parse(files['chat_messages.json'] ?? '').map(({ text }: { text: string }) => text);
    expect(texts.sort()).toEqual(['Hello Ben', 'Hello Mia', 'Hello office']);
    expect(JSON.parse(files['chat_conversations.json'] ?? '')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: talk,
          kind: 'member',
          with: String(ben),
          unread: 1,
          blocked_at: start.toISOString(),
        }),
        expect.objectContaining({ id: office, kind: 'club', with: 'office' }),
      ]),
    );
    expect(JSON.parse(files['chat_reports.json'] ?? '')).toMatchObject([
      { conversation: talk, message: fromBen, ticket },
    ]);
  });

  it('goes with the account: the other one sees that there were messages', async () => {
    await send(talk, mia, 'Hello Ben');
    const fromBen = await send(talk, ben, 'Hello Mia');
    await send(office, mia, 'Hello office');
    await reportMessage(club, talk, { message_id: fromBen }, actingFor(mia, start));
    await leave(mia);
    const rows = await club.db
      .select({ userId: chatMessages.userId, body: chatMessages.body })
      .from(chatMessages)
      .orderBy(asc(chatMessages.position));
    expect(rows).toEqual([
      { userId: mia, body: null },
      { userId: ben, body: 'Hello Mia' },
    ]);
    expect(await club.db.$count(chatConversations)).toBe(1);
    expect(await club.db.$count(chatCounts, eq(chatCounts.userId, mia))).toBe(0);
    expect([await club.db.$count(chatReports), await club.db.$count(supportTickets)]).toEqual([0, 0]);
    await expect(send(talk, ben, 'Are you there?')).rejects.toMatchObject({ status: 403 });
    expect(await listMiscounted(club)).toEqual([]);
    await leave(ben);
    const tables = [chatConversations, chatParticipants, chatMessages, chatCounts];
    expect(await Promise.all(tables.map((table) => club.db.$count(table)))).toEqual([0, 0, 0, 0]);
  });
});
