import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { Post } from '../../upstream/contract/news';
import { env } from '../platform/request/env.server';
import type { Member } from '../platform/request/gates.server';
import { isOpening, problem, redirect } from '../platform/request/responses.server';
import { postPath } from './news-path';
import { unreadNewsOf } from './posts.server';

/**
 * Loads a post, and marks it as read. A prefetch and staff in ghost mode mark nothing.
 * @throws the 404 page, or a redirect to the post's own address
 */
export async function loadPost(current: Member, { params }: Pick<LoaderFunctionArgs, 'params'>) {
  if (!/^[1-9]\d{0,8}$/.test(params.id ?? '')) throw problem({ kind: 'not_found' });
  const post = await current.api.call(contract.news.getPost, { params: { id: Number(params.id) } });
  if ((params.vanity_url ?? '') !== post.vanity_url) throw await redirect(current, postPath(post), 301);
  const isMarked = await markAsRead(current, post);
  return {
    post: shownPost(post, current.language),
    isMarked,
    unreadNews: Math.max(0, unreadNewsOf(current) - (isMarked ? 1 : 0)),
    address: `${env().publicUrl ?? current.url.origin}/post/${post.id}`,
  };
}

/** Returns whether it marked the post. */
async function markAsRead({ api, request, member }: Member, { id, is_read, status }: Post): Promise<boolean> {
  if (is_read || status !== 'published' || member.ghost || !isOpening(request)) return false;
  // The page shows the post also if this fails; the next one marks it.
  return (await api.attempt(contract.news.markPostAsRead, { params: { id } })).ok;
}

/** What the page shows, and no more: the content is sent as HTML and again as data. */
const shownPost = (post: Post, own: string) => ({
  ...{ title: post.title, teaser: post.teaser, image: post.image, category: post.category, status: post.status },
  ...{ at: post.published_at, appearsAt: post.scheduled_for ?? null, minutes: post.reading_minutes },
  ...{ translations: post.translations, previous: post.previous, next: post.next },
  /** HTML, of which the page shows what `readRichText` reads. */
  body: post.body_html,
  /** Set where it is not the language of the page. */
  other: post.language === own ? null : post.language,
});

export type ShownPost = ReturnType<typeof shownPost>;
