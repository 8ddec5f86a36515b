import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { problemOf } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import type { Args } from '../platform/request/request-context.server';
import { problem, redirect, redirectWithFlash } from '../platform/request/responses.server';
import { deleteSchema, editSchema, reportSchema } from './chat-forms.schema';
import { conversationPath, messagePath } from './chat-paths';
import { leaveIfGhost, mayChat } from './conversations.server';
import { isBy } from './shown-messages';

interface Place {
  id: string;
  messageId: string;
}

/** Returns the ids of the address. @throws the 404 page */
export function placeIn(params: Record<string, string | undefined>): Place {
  const found = z.object({ conversationId: z.uuid(), messageId: z.uuid() }).safeParse(params);
  if (!found.success) throw problem({ kind: 'not_found' });
  return { id: found.data.conversationId, messageId: found.data.messageId };
}

/** Loads a message that is not deleted. @throws the 404 page */
export async function loadMessage(current: Member, { id, messageId }: Place) {
  await leaveIfGhost(current);
  const { data } = await current.api.call(contract.chatMessages.listChatMessages, {
    params: { id },
    query: { around: messageId, limit: 1 },
  });
  const found = data.find((one) => one.id === messageId);
  if (!found || found.message === null) throw problem({ kind: 'not_found' });
  const isOwn = isBy(found, current.member.user.id);
  const isEditable = Date.parse(found.editable_until ?? '') > Date.now();
  return {
    conversation: id,
    ...{ text: found.message, name: found.user.name, at: found.created_at, isOwn },
    mayEdit: isOwn && isEditable && mayChat(current),
  };
}

/** Does what the button of the page says. */
export async function changeMessage(args: Args, current: Member, place: Place) {
  await leaveIfGhost(current);
  const { fields, redisplay } = await postedForm(current);
  const intent = fields.get('intent');
  if (intent === 'edit') return edit(args, current, place);
  if (intent === 'report') return report(args, current, place);
  if (redisplay) return redirect(current, messagePath(place.id, place.messageId));
  return remove(args, current, place);
}

const paramsOf = ({ id, messageId }: Place) => ({ id, message_id: messageId });

async function edit(args: Args, current: Member, place: Place) {
  const form = await parseForm(args, editSchema);
  if (!form.value) return form.reply();
  const done = await current.api.attempt(contract.chatMessages.editChatMessage, {
    params: paramsOf(place),
    json: { message: form.value.message },
  });
  if (!done.ok) return form.reply(done.failure);
  return redirectWithFlash(current, conversationPath(place.id), { kind: 'success', text: 'chat:done.edit' });
}

async function remove(args: Args, current: Member, place: Place) {
  const { value } = await parseForm(args, deleteSchema);
  if (!value) throw await refused(current);
  const done = await current.api.attempt(contract.chatMessages.deleteChatMessage, { params: paramsOf(place) });
  if (!done.ok) throw problemOf(done.failure, current.requestId);
  return redirectWithFlash(current, conversationPath(place.id), { kind: 'success', text: 'chat:done.delete' });
}

async function report(args: Args, current: Member, { id, messageId }: Place) {
  const form = await parseForm(args, reportSchema);
  if (!form.value) return form.reply();
  const done = await current.api.attempt(contract.chatMessages.reportChatMessage, {
    params: { id },
    json: { message_id: messageId, reason: form.value.message || null },
  });
  if (!done.ok) return form.reply(done.failure);
  return redirectWithFlash(current, conversationPath(id), { kind: 'success', text: 'chat:done.report' });
}
