import type { ActionFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { PostSummary } from '../../upstream/contract/news';
import { parseForm } from '../platform/form/forms.server';
import { pageNumber } from '../platform/page/paginator.server';
import { env } from '../platform/request/env.server';
import { problemOf } from '../platform/request/failure.server';
import type { Member } from '../platform/request/gates.server';
import { refused } from '../platform/request/post-only.server';
import { postedForm } from '../platform/request/posted-form.server';
import { redirect, redirectWithFlash } from '../platform/request/responses.server';
import { postFiltersIn, postsPath, type TypedPostFilters, WORDS } from './news-path';
import { postsSchema } from './posts.schema';

/** The page weight leaves room for no more (quality: 14,600 bytes). */
const SHOWN = 5;

/** Loads a page of posts with the member's feed, or the error of what was typed as a search. */
export async function loadPosts(current: Member) {
  const { searchParams } = current.url;
  const typed = postFiltersIn(searchParams);
  const errors = { q: faultsOf(current, typed) };
  const page = pageNumber(searchParams.get('page'));
  // Before the list is read, so that nothing counts as read that it does not have.
  const before = new Date().toISOString();
  const { q, category } = typed;
  const hasFault = errors.q.length > 0;
  const [found, feed] = await Promise.all([
    current.api.call(contract.news.listPosts, {
      query: { page, per_page: SHOWN, ...(category && { category }), ...(q && !hasFault && { q }) },
    }),
    loadFeed(current),
  ]);
  if (page > found.last_page) throw await redirect(current, postsPath(typed, found.last_page));
  const { current_page, last_page, from, to, total, data } = found;
  return {
    typed,
    errors,
    before,
    page: { current_page, last_page, from, to, total, hasMore: found.has_more ?? false },
    posts: hasFault ? [] : data.map((post) => lineOf(post, current.language)),
    feed,
    unreadNews: unreadNewsOf(current),
    /** Staff in ghost mode mark nothing. */
    mayMark: !current.member.ghost && unreadNewsOf(current) > 0,
  };
}

export const unreadNewsOf = ({ member }: Member): number => member.notifications.news?.unread_count ?? 0;

function faultsOf({ t }: Member, { q }: TypedPostFilters): string[] {
  const { min, max } = WORDS;
  if (q === '' || (q.length >= min && q.length <= max)) return [];
  return [t('news:list.words', { min, max })];
}

/** Returns the state of the feed, with its address while that can be shown; null for staff in ghost mode. */
async function loadFeed(current: Member) {
  if (current.member.ghost) return null;
  const { feed } = await current.api.call(contract.news.getNewsFeed);
  const origin = env().publicUrl ?? current.url.origin;
  return { isOn: feed !== null, address: feed?.token ? `${origin}/feeds/news/${feed.token}.xml` : null };
}

const lineOf = (post: PostSummary, own: string) => ({
  ...{ id: post.id, vanity_url: post.vanity_url, category: post.category, at: post.published_at },
  ...{ isPinned: post.is_pinned, isRead: post.is_read, minutes: post.reading_minutes },
  /** HTML, of which the page shows what `readRichText` reads. */
  title: post.title_html ?? escapeText(post.title),
  teaser: post.teaser_html ?? escapeText(post.teaser),
  image: post.image && { id: post.image.id, alt: post.image.alt, width: post.image.widths[0] ?? post.image.width },
  ratio: post.image ? post.image.height / post.image.width : 0,
  /** Set where it is not the language of the page. */
  other: post.language === own ? null : post.language,
});

export type ListedPost = ReturnType<typeof lineOf>;

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Does what the button of the page says. */
export async function changePosts(args: ActionFunctionArgs, current: Member) {
  const { searchParams } = current.url;
  const back = postsPath(postFiltersIn(searchParams), pageNumber(searchParams.get('page')));
  const { redisplay } = await postedForm(current);
  // After a change of language or after unlocking, the member sees the page again before anything happens.
  if (redisplay) return redirect(current, back);
  const { value } = await parseForm(args, postsSchema);
  if (!value || (value.intent === 'read_all' && !value.before)) throw await refused(current);
  const { attempt } = current.api;
  const done =
    value.intent === 'read_all'
      ? await attempt(contract.news.markPostsAsRead, { json: { before: value.before ?? '' } })
      : await attempt(value.intent === 'end_feed' ? contract.news.deleteNewsFeed : contract.news.createNewsFeed);
  if (!done.ok) throw problemOf(done.failure, current.requestId);
  return redirectWithFlash(current, back, { kind: 'success', text: DONE[value.intent] });
}

const DONE = {
  read_all: 'news:list.all_read',
  make_feed: 'news:feed.made',
  renew_feed: 'news:feed.renewed',
  end_feed: 'news:feed.ended',
} as const;
