/** A member who tries to get at a conversation of others, for tests. */
import { expect } from 'vitest';
import type { Club } from '../identity/identity.testing';
import { deleteMessage, editMessage } from './change-message';
import type { Table } from './chat.table.testing';
import { aConversation, actingFor, after, newClientId } from './chat.testing';
import { listConversations } from './list-conversations';
import { listMessages } from './list-messages';
import { block, markAsRead, mute } from './member-steps';
import { reportMessage } from './report';
import { searchMessages } from './search-messages';
import { sendMessage } from './write';

export interface Bystander {
  clara: number;
  /** The conversation of Clara and Anna. */
  aside: string;
}

export async function aBystander(club: Club, { anna }: Table): Promise<Bystander> {
  const clara = (await club.addMember({ email: 'clara@example.org', referrerId: anna })).id;
  return { clara, aside: await aConversation(club, clara, anna) };
}

/** Clara writes to Anna, and tries everything with the conversation of the others and one of its messages. */
export async function pry(
  club: Club,
  { clara, aside, talk }: Table & Bystander,
  foreign: string | undefined,
  at: number,
) {
  const { db } = club;
  const acting = actingFor(clara, after(at));
  const messageId = foreign ?? newClientId();
  const wanted = { message: 'edited by Clara', client_id: newClientId() };
  // The limit may be reached.
  await sendMessage(club, aside, wanted, acting).catch((error) => expect(error).toMatchObject({ status: 429 }));
  const tries = [
    listMessages(db, clara, talk, { around: messageId, limit: 50 }, 'en'),
    sendMessage(club, talk, wanted, acting),
    editMessage(club, talk, messageId, 'Changed', acting),
    deleteMessage(club, talk, messageId, acting),
    deleteMessage(club, aside, messageId, acting),
    markAsRead(club, talk, messageId, acting),
    markAsRead(club, aside, messageId, acting),
    mute(club, talk, true, acting),
    block(club, talk, true, acting),
    reportMessage(club, talk, { message_id: messageId }, acting),
    reportMessage(club, aside, { message_id: messageId }, acting),
  ];
  for (const outcome of await Promise.allSettled(tries))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 404 } });
  const place = { around: messageId, limit: 50 };
  const read = [
    ...(await listMessages(db, clara, aside, place, 'en')).data,
    ...((await searchMessages(db, clara, { q: 'edited', limit: 50 }, 'en')).hits ?? []),
    ...((await searchMessages(db, clara, { q: 'anna', limit: 50 }, 'en')).hits ?? []),
  ];
  expect(new Set([aside, ...read.map((one) => one.conversation_id)])).toEqual(new Set([aside]));
  expect((await listConversations(db, clara, { limit: 50 }, 'en')).data.map(({ id }) => id)).toEqual([aside]);
}
