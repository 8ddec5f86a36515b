import { beforeEach, expect, it } from 'vitest';
import { aConversation, actingFor, after, newClientId, openChat } from '../chat/chat.testing';
import { listMessages } from '../chat/list-messages';
import { block } from '../chat/member-steps';
import { sendMessage } from '../chat/write';
import { ChatText } from '../contract/chat-messages';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { allPermissions } from '../members/permissions';
import { answerChats, mostAnswers } from './chatter';
import { ofClub, ofMember } from './chatter.texts';

const clerk = 'greta@example.org';

it('the answers are messages, as many in each language', () => {
  const all = [ofClub.en, ofClub.de, ofMember.en, ofMember.de];
  expect(all.flat().every((text) => ChatText.safeParse(text).success)).toBe(true);
  expect(new Set(all.map(({ length }) => length))).toEqual(new Set([mostAnswers]));
});

describeOnEachDatabase('the others of the demo club', (open) => {
  let club: Club;
  let mia: number;
  let office: string;
  let talk: string;
  beforeEach(async () => {
    club = await openChat(open);
    mia = (await club.addMember({ language: 'de' })).id;
    await club.addMember({ email: clerk, permissions: allPermissions });
    const made = await club.addMember({ email: 'made@example.org', refHash: 'team0001', referrerId: mia });
    const real = await club.addMember({ email: 'real@example.org', referrerId: mia });
    [office, talk] = [await aConversation(club, mia, 'office'), await aConversation(club, mia, made.id)];
    await write(await aConversation(club, mia, real.id), 0);
  });
  const write = (id: string, seconds: number) =>
    sendMessage(club, id, { message: 'Hallo?', client_id: newClientId() }, actingFor(mia, after(seconds)));
  const texts = async (id: string) =>
    (await listMessages(club.db, mia, id, { limit: 50 }, 'de')).data.map(({ message }) => message);

  it('answer after some seconds, once, each in their own language', async () => {
    await write(office, 0);
    await write(talk, 0);
    for (const seconds of [5, 11, 15, 100]) await answerChats(club, clerk, after(seconds));
    expect(await texts(office)).toEqual(['Hallo?', ofClub.de[0]]);
    expect(await texts(talk)).toEqual(['Hallo?', ofMember.en[0]]);
  });

  it('go on a few times, and not after a block', async () => {
    for (let turn = 0; turn < mostAnswers + 2; turn++) {
      await write(office, turn * 60);
      await answerChats(club, clerk, after(turn * 60 + 20));
    }
    expect((await texts(office)).filter((text) => text !== 'Hallo?')).toEqual(ofClub.de);
    await write(talk, 600);
    await block(club, talk, true, actingFor(mia, after(601)));
    await answerChats(club, clerk, after(620));
    expect(await texts(talk)).toEqual(['Hallo?']);
  });

  it('leave alone what is older', async () => {
    await write(office, 0);
    await answerChats(club, clerk, after(16 * 60));
    await answerChats(club, 'nobody@example.org', after(20));
    expect(await texts(office)).toEqual(['Hallo?']);
  });
});
