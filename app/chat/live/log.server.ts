import { z } from 'zod';
import { mostMessages } from '../../../upstream/contract/chat-messages';
import { contract } from '../../../upstream/contract/contract';
import { problemOf } from '../../platform/request/failure.server';
import type { Member } from '../../platform/request/gates.server';
import { acceptedForm } from '../../platform/request/posted-form.server';
import type { Args } from '../../platform/request/request-context.server';
import { problem } from '../../platform/request/responses.server';
import { timeLeftOf } from '../../platform/request/session.server';
import { sendMessage } from '../conversation.server';
import { readMessages } from '../messages.server';
import type { LogPage, SendAnswer } from './log-calls';

/** Loads messages for script: the newest, or those at the place of the address. It marks nothing as read. */
export async function loadLog(current: Member, id: string): Promise<LogPage> {
  const { talk, page } = await readMessages(current, id, mostMessages);
  const [own, other] = talk.participants;
  return {
    messages: page.data,
    ...{ hasOlder: page.has_older, hasNewer: page.has_newer, unread: talk.unread_count },
    newest: talk.last_message?.id ?? null,
    ...{ readTo: own?.last_read_id ?? null, otherRead: other?.last_read_id ?? null },
  };
}

interface Answer {
  body: SendAnswer;
  status: number;
  headers: Headers;
}

/** Sends a message of script. A refusal says why in the member's language, and when the member may try again. */
export async function sendFromLog(args: Args, current: Member, id: string): Promise<Answer> {
  if (current.member.ghost) throw problem({ kind: 'ghost' });
  const { form, sent } = await sendMessage(args, current, id);
  const headers = new Headers(current.answerHeaders);
  // Writing counts as activity, so the member stays signed in.
  for (const cookie of await current.commit('redirect')) headers.append('Set-Cookie', cookie);
  const token = current.session.get('token');
  if (sent?.ok) return { body: { message: sent.data, expiresIn: token ? timeLeftOf(token) : 0 }, status: 200, headers };
  const { data: reply, init } = form.reply(sent?.failure);
  const [reason = 'form.invalid'] = Object.values(reply.error ?? {}).flatMap((texts) => texts ?? []);
  const words = reason === 'form.required' ? 'form.missing.message' : reason;
  const limits = { field: current.t('chat:talk.message'), maxLength: 2000 };
  return { body: { words: sent ? words : current.t(words, limits) }, status: init?.status ?? 422, headers };
}

const Read = z.object({ last_message_id: z.uuid() });

/** Marks what the member saw as read. */
export async function markAsRead(current: Member, id: string): Promise<null> {
  const { data } = Read.safeParse(Object.fromEntries(await acceptedForm(current)));
  if (!data) throw problem({ kind: 'bad_request' });
  const done = await current.api.attempt(contract.chatConversations.markConversationAsRead, {
    params: { id },
    json: data,
  });
  if (!done.ok) throw problemOf(done.failure, current.requestId);
  return null;
}
