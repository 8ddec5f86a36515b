import { contract } from '../../upstream/contract/contract';
import { type Faq, type SupportCategory, supportCategories } from '../../upstream/contract/support-faq';
import { pageNumber } from '../platform/page/paginator.server';
import type { Member } from '../platform/request/gates.server';
import { problem, redirect } from '../platform/request/responses.server';
import type { PageShape } from '../ui/pagination';
import { type FaqPlace, faqPath } from './faq-path';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 4;
const SHORTEST = 2;
const LONGEST = 100;

/**
 * Loads a page of answers: of a topic, or of a search. Without either, and of a search too short, too long or without
 * answers, it loads the topics. An answer that the address opens and the page would not have comes alone, above the topics.
 * @throws the 404 page for an unknown topic
 */
export async function loadFaq(current: Member, topic: string | undefined) {
  const { searchParams } = current.url;
  const place = placeOf(current, topic);
  const fault = faultOf(current, place.q);
  const asked = searchParams.has('open') && !fault ? pageNumber(searchParams.get('open')) : null;
  const isList = !fault && (place.category !== null || place.q !== '');
  const list = isList ? await listAnswers(current, place) : null;
  const isThere = list?.data.some(({ id }) => id === asked);
  const alone = asked && !isThere ? await findFaq(current, asked) : null;
  const found = alone ? null : list;
  const answers = alone ? [alone] : (list?.data ?? []);
  return {
    place: { ...place, q: fault ? '' : place.q },
    typed: place.q,
    errors: { q: fault ? [fault] : [] },
    pages: found && pagesOf(found),
    answers: answers.map((faq) => shownOf(faq, current.language)),
    /** The id of the answer that is open at first: of a search the best hit. */
    open: asked ?? ((place.q && place.page === 1 && answers[0]?.id) || null),
    topics: found ? topicsBeside(found.total, place) : await listTopics(current),
  };
}

async function listAnswers(current: Member, { category, q, page }: Place) {
  const query = { ...(category && { category }), ...(q && { q }), page, per_page: SHOWN };
  const found = await current.api.call(contract.supportFaq.listFaq, { query });
  if (page > found.last_page) throw await redirect(current, faqPath({ category, q, page: found.last_page }));
  return found;
}

const pagesOf = ({ current_page, last_page, from, to, total }: PageShape): PageShape => ({
  ...{ current_page, last_page, from, to, total },
});

interface ListedTopic {
  slug: SupportCategory;
  /** Null where nobody counted them. */
  answers: number | null;
}

/** A topic may have what a search does not find. Their numbers would cost a statement. */
const topicsBeside = (total: number, { category }: Place): ListedTopic[] | null =>
  total > 0 || category ? null : supportCategories.map((slug) => ({ slug, answers: null }));

async function listTopics({ api }: Member): Promise<ListedTopic[]> {
  const { data } = await api.call(contract.supportFaq.listSupportCategories);
  return data.map(({ slug, answers }) => ({ slug, answers }));
}

type Place = ReturnType<typeof placeOf>;

/** Reads the list that the address names. @throws the 404 page for an unknown topic */
export function placeOf({ url: { searchParams } }: Pick<Member, 'url'>, topic: string | undefined) {
  const q = (searchParams.get('q') ?? '').trim();
  return { category: topicOf(topic), q, page: pageNumber(searchParams.get('page')) } satisfies FaqPlace;
}

function topicOf(typed: string | undefined): SupportCategory | null {
  if (typed === undefined) return null;
  const known = supportCategories.find((category) => category === typed);
  if (!known) throw problem({ kind: 'not_found' });
  return known;
}

function faultOf({ t }: Member, q: string): string | null {
  const field = t('support:faq.words');
  if (q !== '' && q.length < SHORTEST) return t('form.min', { field, minLength: String(SHORTEST) });
  return q.length > LONGEST ? t('form.max', { field, maxLength: String(LONGEST) }) : null;
}

/** An answer that was withdrawn is simply not there: the list is what its reader needs now. */
async function findFaq({ api }: Member, id: number): Promise<Faq | null> {
  const answer = await api.attempt(contract.supportFaq.getFaq, { params: { id } });
  return answer.ok ? answer.data : null;
}

const shownOf = ({ id, category, question_html, answer_html, language, my_vote, updated_at }: Faq, own: string) => ({
  ...{ id, category },
  /** HTML, of which the page shows what `readRichText` reads. */
  question: question_html,
  answer: answer_html,
  /** Set where it is not the language of the page. */
  other: language === own ? null : language,
  vote: my_vote ?? null,
  at: updated_at.slice(0, 10),
});

export type ShownAnswer = ReturnType<typeof shownOf>;
