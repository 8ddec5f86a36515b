import { data } from '@remix-run/node';
import type { ChatContact } from '../../upstream/contract/chat-conversations';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import type { Args } from '../platform/request/request-context.server';
import { redirect } from '../platform/request/responses.server';
import { participantSchema } from './chat-forms.schema';
import { conversationPath, WORDS } from './chat-paths';
import { leaveIfGhost } from './conversations.server';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 10;

/** Loads whom the member may write to: the club, the sponsor, and a page of the first line. */
export async function loadContacts(current: Member) {
  await leaveIfGhost(current);
  const { searchParams } = current.url;
  const q = (searchParams.get('q') ?? '').trim();
  const isSearch = q.length >= WORDS.min && q.length <= WORDS.max;
  const errors = q === '' || isSearch ? [] : [current.t('chat:list.words', WORDS)];
  const found = await current.api.call(contract.chatConversations.listChatContacts, {
    query: { page: pageNumber(searchParams.get('page')), per_page: SHOWN, ...(isSearch && { q }) },
  });
  const { current_page, last_page, from, to, total } = found.firstline;
  return {
    ...{ q, errors, page: { current_page, last_page, from, to, total } },
    club: found.club.map(shown),
    sponsor: found.sponsor && shown(found.sponsor),
    firstline: found.firstline.data.map(shown),
  };
}

const shown = ({ id, name, about, conversation_id }: ChatContact) => ({
  ...{ name, about: about ?? null, conversation: conversation_id },
  id: String(id),
});

export type ShownContact = ReturnType<typeof shown>;

/** Begins the conversation, or opens the one that there is. */
export async function beginConversation(args: Args, current: Member) {
  const form = await parseForm(args, participantSchema);
  if (!form.value) return form.reply();
  const { participant } = form.value;
  const begun = await current.api.attempt(contract.chatConversations.openConversation, {
    json: { participant: /^\d/.test(participant) ? Number(participant) : participant },
  });
  if (begun.ok) return redirect(current, conversationPath(begun.data.id));
  const isGone = begun.failure.status === 404;
  if (isGone) return data(withWords(current.t('chat:new.gone')), { status: 404 });
  return form.reply(begun.failure);
}

const withWords = (words: string) => ({ status: 'error' as const, error: { '': [words] }, initialValue: {} });
