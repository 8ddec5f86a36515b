/** What happens in the chat at the moment at which a member leaves. */
import { eq, isNotNull, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnPostgres } from '../database/database.testing';
import { holding, untilWaiting } from '../database/locks.testing';
import { aStaffMember } from '../identity/staff/staff.testing';
import { users } from '../members/members.tables';
import { anonymiseMember } from '../members/membership';
import { personalData } from '../personal-data';
import { tidyPrivacy } from '../privacy/privacy.housekeeping';
import { openPrivacyClub, type PrivacyClub } from '../privacy/privacy.testing';
import { deleteMessage, editMessage } from './change-message';
import { chatData } from './chat.personal-data';
import { allowed } from './chat.table.testing';
import { chatConversations, chatMessages, chatParticipants } from './chat.tables';
import { aConversation, actingFor, after, listMiscounted, newClientId } from './chat.testing';
import { sendAsClub } from './club-steps';
import { block, markAllAsSeen, markAsRead, mute } from './member-steps';
import { openConversation } from './open-conversation';
import { reportMessage } from './report';
import { sendMessage } from './write';

describeOnPostgres('as a member leaves', (open) => {
  let club: PrivacyClub;
  let mia: number;
  let ben: number;
  beforeEach(async () => {
    club = await openPrivacyClub(open);
    mia = (await club.addMember()).id;
    ben = (await club.addMember({ email: 'ben@example.org', firstname: 'Ben', referrerId: mia })).id;
  });
  const send = (id: string, userId: number, seconds: number) =>
    sendMessage(
      club,
      id,
      { message: `${userId} at ${seconds}`, client_id: newClientId() },
      actingFor(userId, after(seconds)),
    );
  const leave = async (id: number) => {
    const now = new Date();
    await club.db
      .update(users)
      .set({ deletionRequestedAt: new Date(now.getTime() - 1000), deletionDueAt: now })
      .where(eq(users.id, id));
    await tidyPrivacy(club, personalData, new Date(now.getTime() + 1000));
  };

  it('nobody begins a conversation with them', async () => {
    const commit = await holding(club.db, async (tx) => {
      const [member] = await tx.select().from(users).where(eq(users.id, mia)).for('update');
      if (!member) throw new Error('The member is not there.');
      await anonymiseMember(tx, member, after(1));
      await chatData.anonymise?.(tx, member, after(1));
    });
    const begun = expect(openConversation(club, mia, actingFor(ben, after(1)))).rejects.toMatchObject({ status: 404 });
    await untilWaiting(club.db, 1);
    await commit();
    await begun;
    expect(await club.db.$count(chatConversations)).toBe(0);
  });

  it('nothing of theirs stays, whatever is under way', { timeout: 120_000 }, async () => {
    const greta = (await aStaffMember(club)).id;
    const talk = await aConversation(club, mia, ben);
    const office = await aConversation(club, mia, 'office');
    const old = await send(talk, mia, 1);
    const other = await send(talk, ben, 1);
    await send(office, mia, 1);
    const acting = (userId: number) => actingFor(userId, after(2));
    const under = (work: Promise<unknown>) => work.catch(allowed);
    await Promise.all([
      leave(mia),
      ...Array.from({ length: 5 }, () => [
        under(send(talk, mia, 2)),
        under(send(talk, ben, 2)),
        under(send(office, mia, 2)),
      ]).flat(),
      under(sendAsClub(club, { id: office, contact: 'office', staffId: greta, body: 'Yes.' }, after(2))),
      under(editMessage(club, talk, old.message.id, 'Changed', acting(mia))),
      under(deleteMessage(club, talk, old.message.id, acting(mia))),
      under(markAsRead(club, talk, other.message.id, acting(mia))),
      under(markAsRead(club, talk, old.message.id, acting(ben))),
      under(markAllAsSeen(club, acting(mia))),
      under(markAllAsSeen(club, acting(ben))),
      under(mute(club, talk, true, acting(mia))),
      under(block(club, talk, true, acting(ben))),
      under(reportMessage(club, talk, { message_id: old.message.id }, acting(ben))),
    ]);
    const [left] = await club.db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, mia));
    expect(left?.deletedAt).not.toBeNull();
    const theirs = sql`${chatMessages.userId} = ${mia} and ${isNotNull(chatMessages.body)}`;
    expect(await club.db.$count(chatMessages, theirs)).toBe(0);
    expect(await club.db.$count(chatConversations)).toBe(1);
    expect(await listMiscounted(club)).toEqual([]);
    await leave(ben);
    expect([await club.db.$count(chatConversations), await club.db.$count(chatParticipants)]).toEqual([0, 0]);
  });
});
