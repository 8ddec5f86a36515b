import { z } from 'zod';
import type { ChatConversation } from '../../upstream/contract/chat-conversations';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { newIdempotencyKey } from '../platform/form/idempotency.server';
import { problemOf } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import type { Args } from '../platform/request/request-context.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { callConversation } from './chat.server';
import { conversationSchema, messageSchema } from './chat-forms.schema';
import { conversationPath } from './chat-paths';
import { leaveIfGhost, mayChat } from './conversations.server';

/** Loads a conversation without its messages. They are in a frame, so that typed text survives their reload. */
export async function loadConversation(current: Member, id: string) {
  await leaveIfGhost(current);
  const talk = await callConversation(current, id);
  return {
    talk: shownTalk(talk),
    // A hit of a search leads to its place.
    around: z.uuid().safeParse(current.url.searchParams.get('around')).data ?? null,
    mayWrite: mayChat(current),
    clientId: newIdempotencyKey(),
  };
}

const shownTalk = ({
  id,
  title,
  kind,
  is_closed,
  is_muted,
  is_blocked,
  can_write,
  last_message,
  unread_count,
  participants: [own],
}: ChatConversation) => ({
  ...{ id, title, isClub: kind === 'club', isClosed: is_closed, isMuted: is_muted, isBlocked: is_blocked ?? false },
  canWrite: can_write ?? !is_closed,
  newest: last_message?.id ?? null,
  ...{ unread: unread_count, readTo: own?.last_read_id ?? null },
});

export type ShownTalk = ReturnType<typeof shownTalk>;

/** Does what the button of the page says. Without one it is the message. */
export async function changeConversation(args: Args, current: Member, id: string) {
  await leaveIfGhost(current);
  const { fields, redisplay } = await postedForm(current);
  const intent = fields.get('intent');
  if (intent === null || intent === 'send') return send(args, current, id);
  // After a change of language or after unlocking, the member sees the page again before anything happens.
  if (redisplay) return redirect(current, conversationPath(id));
  return muteOrBlock(args, current, id);
}

/** Sends a message. What was typed and its id stay on the page until then. */
async function send(args: Args, current: Member, id: string) {
  const { form, sent } = await sendMessage(args, current, id);
  if (sent?.ok) return redirect(current, conversationPath(id));
  return form.reply(sent?.failure);
}

/** Sends the posted message. Without `sent` the form is refused. */
export async function sendMessage(args: Args, current: Member, id: string) {
  const form = await parseForm(args, messageSchema);
  if (!form.value) return { form };
  const { message, client_id } = form.value;
  const sent = await current.api.attempt(contract.chatMessages.sendChatMessage, {
    params: { id },
    json: { message, client_id },
  });
  return { form, sent };
}

async function muteOrBlock(args: Args, current: Member, id: string) {
  const { value } = await parseForm(args, conversationSchema);
  if (!value) throw await refused(current);
  const { intent } = value;
  const params = { id };
  const done = intent.endsWith('mute')
    ? await current.api.attempt(contract.chatConversations.muteConversation, {
        params,
        json: { muted: intent === 'mute' },
      })
    : await current.api.attempt(contract.chatConversations.blockConversation, {
        params,
        json: { blocked: intent === 'block' },
      });
  if (!done.ok) throw problemOf(done.failure, current.requestId);
  return redirectWithFlash(current, conversationPath(id), { kind: 'success', text: `chat:done.${intent}` });
}
