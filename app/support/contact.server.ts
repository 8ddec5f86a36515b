import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { AnswerTime } from '../../upstream/contract/support-answer-time';
import { type SupportCategory, supportCategories } from '../../upstream/contract/support-faq';
import { type FormReply, parseForm } from '../platform/form/forms.server';
import { newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import type { Member } from '../platform/request/gates.server';
import { postedForm } from '../platform/request/posted-form.server';
import { problem, redirectWithFlash } from '../platform/request/responses.server';
import { answerWords, areInARow, medianWords } from './answer-time';
import type { AttachedFiles } from './attachments.server';
import { errorIn, TOPIC, wordsIn } from './contact-path';
import { askedReference, findOwnReference, postedReference } from './reference.server';
import { atFiles, sentFilesIn } from './sent-files.server';
import { WORDS } from './ticket-filters';
import { contactSchema } from './ticket-form.schema';
import { stateOf } from './ticket-states';

/** How many matching answers are shown. */
const MOST_ANSWERS = 3;
/** How many open tickets of the topic are shown. */
const MOST_OPEN = 3;

export const topicIn = (sent: unknown): SupportCategory | null =>
  supportCategories.find((category) => category === sent) ?? null;

/** Returns the topic of the address. @throws the 404 page */
export function categoryIn({ params }: Pick<LoaderFunctionArgs, 'params'>): SupportCategory {
  const found = topicIn(params.category);
  if (!found) throw problem({ kind: 'not_found' });
  return found;
}

/**
 * Returns the topic that a button of the posted form names, or null. Browsers post it to the page of that topic; text
 * browsers that know no `formaction` post it to the one before.
 */
export async function postedTopic(current: Member): Promise<SupportCategory | null> {
  const posted = await current.form;
  return topicIn(posted?.fields.get(TOPIC));
}

/** Loads the empty form with what the address asks for, and what stands beside it. */
export async function loadContact(current: Member, category: SupportCategory) {
  const { searchParams } = current.url;
  const asked = askedReference(searchParams);
  const [reference, time, open] = await Promise.all([
    asked && findOwnReference(current, asked),
    loadAnswerTime(current),
    listOpen(current, category),
  ]);
  const error = errorIn(searchParams);
  return {
    category,
    otherTopics: supportCategories.filter((topic) => topic !== category),
    reference,
    isDropped: asked !== null && reference === null,
    subject: wordsIn(searchParams),
    message: error ? `${current.t('support:contact.error_line', { reference: error })}\n\n` : '',
    ...{ time, open },
    idempotencyKey: newIdempotencyKey(),
  };
}

/** Loads when an answer may be expected, as the page says it. */
export async function loadAnswerTime({ api }: Member) {
  const time = await api.call(contract.supportAnswerTime.getAnswerTime);
  return shownTime(time, Date.now());
}

function shownTime(time: AnswerTime, now: number) {
  const { days, from, until, time_zone } = time.hours;
  const shownDays = areInARow(days) ? [days[0] ?? 1, days[days.length - 1] ?? 5] : days;
  const hours = { days: shownDays, isRange: areInARow(days), from, until, zone: time_zone };
  return { words: answerWords(time, now), median: medianWords(time), hours };
}

export type ShownTime = ReturnType<typeof shownTime>;

async function listOpen({ api }: Member, category: SupportCategory) {
  const query = { category, closed: '0' as const, per_page: MOST_OPEN };
  const { data: tickets } = await api.call(contract.supportTickets.listTickets, { query });
  return tickets.map(({ id, number, subject, status }) => ({ id, number, subject, state: stateOf(status) }));
}

/**
 * Returns answers to these words, those of the topic first. A search that fails finds nothing, because nobody has to
 * search to write.
 */
export async function findAnswers({ api, language }: Member, words: string, topic: SupportCategory | null) {
  const q = words.trim().slice(0, WORDS.max);
  if (q.length < WORDS.min) return [];
  const found = await api.attempt(contract.supportFaq.listFaq, {
    query: { q, per_page: MOST_ANSWERS, ...(topic && { prefer: topic }) },
  });
  if (!found.ok) return [];
  return found.data.data.slice(0, MOST_ANSWERS).map((faq) => ({
    ...{ id: faq.id, category: faq.category, question: faq.question },
    answer: faq.answer_html,
    /** Set where it is not the language of the page. */
    other: faq.language === language ? null : faq.language,
  }));
}

/** An answer that may help. */
export type FoundAnswer = Awaited<ReturnType<typeof findAnswers>>[number];

/**
 * Shows matching answers in the first step, and sends the ticket in the second. What was typed and the files that
 * arrived stay on the page until then.
 */
export async function checkOrSend(
  args: LoaderFunctionArgs,
  current: Member,
  { category, attached }: { category: SupportCategory; attached: AttachedFiles },
) {
  const form = await parseForm(args, contactSchema);
  const { fields } = await postedForm(current);
  const isReferenceRemoved = fields.get('intent') === 'remove_reference';
  const reference = isReferenceRemoved ? null : postedReference(fields.get('reference'));
  const show = (reply: FormReply, answers: FoundAnswer[] | null = null) =>
    data({ ...reply.data, uploaded: sentFilesIn(fields), reference, answers }, reply.init ?? undefined);
  if (isReferenceRemoved) return show(form.show());
  if (attached.failure) return show(form.reply(attached.failure));
  if (fields.has(TOPIC)) return show(form.show());
  if (!form.value) return show(form.reply());
  const { intent, subject, message, attachments } = form.value;
  if (intent !== 'send') return show(form.show(), await findAnswers(current, subject, category));
  const made = await current.api.attempt(contract.supportTickets.createTicket, {
    json: { category, subject, message, attachments, reference },
    ...onceBy(form.value),
  });
  if (!made.ok) return show(form.reply(atFiles(made.failure)), []);
  return redirectWithFlash(current, `/support/ticket/${made.data.id}`, {
    kind: 'success',
    text: 'support:contact.sent',
  });
}
