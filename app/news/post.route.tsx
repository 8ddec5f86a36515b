import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { countersNow, refetchCounters, tellCounters } from '../platform/browser/counters';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { RichText } from '../ui/rich-text';
import { WayBack } from '../ui/way-back';
import { documentSheet, NewsSheet } from './components/news-sheet';
import { PostFigure } from './components/picture';
import { PostFacts, PreviewNote } from './components/post-facts';
import { Neighbours, ShareAddress } from './components/post-neighbours';
import { POSTS } from './news-path';
import { loadPost, type ShownPost } from './post.server';

export const handle = {
  title: (data) => (data as { post: ShownPost }).post.title,
  gate: 'member',
  sheet: documentSheet,
  modules: ['news'],
  permission: 'news.view',
  i18n: ['news'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadPost(await requireMember(args, handle), args);
}

export default function PostPage() {
  const { t } = useTranslation('news');
  const loaded = useLoaderData<typeof loader>();
  const { post, address } = loaded;
  const lang = post.other ?? undefined;
  // The frame does not load again when script opens a post.
  useEffect(() => {
    tellCounters({ news: { unread: loaded.unreadNews } });
    // The bell may count the notification of this post, which is read with it.
    if (loaded.isMarked && countersNow()?.notifications?.unread) void refetchCounters();
  }, [loaded]);
  return (
    <>
      <NewsSheet />
      <div className="head">
        <WayBack to={POSTS}>{t('common:titles.posts')}</WayBack>
        <h1 lang={lang}>{post.title}</h1>
        <PostFacts post={post} />
      </div>
      <PreviewNote post={post} />
      <div className="grid">
        <article className="card w8 prose long" lang={lang}>
          <p className="note">{post.teaser}</p>
          {post.image ? <PostFigure image={post.image} /> : null}
          <RichText html={post.body} />
        </article>
        <div className="w4 stack stack-l no-print">
          <Neighbours post={post} />
          <ShareAddress address={address} />
        </div>
      </div>
    </>
  );
}
