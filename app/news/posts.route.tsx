import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { requireMember } from '../platform/request/gates.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { ErrorSummary } from '../ui/error-summary';
import { Pagination } from '../ui/pagination';
import { DeliveryCards } from './components/delivery-cards';
import { NewPosts } from './components/new-posts';
import { documentSheet, NewsSheet } from './components/news-sheet';
import { MarkAllAsRead, PostSearch, PostTopics } from './components/post-filter';
import { PostLine } from './components/post-line';
import { POSTS, postsPath, type TypedPostFilters } from './news-path';
import { changePosts, loadPosts } from './posts.server';

export const handle = {
  title: 'titles.posts',
  gate: 'member',
  sheet: documentSheet,
  modules: ['news'],
  permission: 'news.view',
  i18n: ['news'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadPosts(await requireMember(args, handle));
  return data(page, { status: page.errors.q.length > 0 ? 422 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  return changePosts(args, await requireMember(args, handle));
}

export default function Posts() {
  const { t } = useTranslation('news');
  const loaded = useLoaderData<typeof loader>();
  const { typed, errors, before, page, posts, feed, mayMark } = loaded;
  const faults = errors.q.map((message) => ({ fieldId: 'posts-q', message }));
  const isSearch = typed.q !== '' && faults.length === 0;
  const title = isSearch
    ? t('list.found', { q: typed.q })
    : t(typed.category ? `topics.${typed.category}` : 'list.all');
  useRefusal(faults.length > 0, errors, 'posts');
  return (
    <>
      <NewsSheet />
      <NewPosts loaded={loaded} />
      <div className="head">
        <h1>{t('common:titles.posts')}</h1>
      </div>
      <div className="grid">
        <div className="w8 stack stack-l">
          <ErrorSummary errors={faults} attempt={errors} />
          <Card title={title} end={<PostTopics typed={typed} />}>
            <div className="stack">
              <div className="row row-ends no-print">
                <PostSearch typed={typed} errors={errors.q} />
                {mayMark ? <MarkAllAsRead before={before} /> : null}
              </div>
              {posts.length > 0 ? (
                <>
                  <ul className="lines">
                    {posts.map((post, at) => (
                      <PostLine key={post.id} post={post} isFirst={at === 0} />
                    ))}
                  </ul>
                  {page.hasMore ? <p className="small muted">{t('list.too_many', { most: page.total })}</p> : null}
                  <Pagination page={page} href={(number) => postsPath(typed, number)} label={t('list.pages')} />
                </>
              ) : faults.length > 0 ? null : (
                <NoPosts typed={typed} />
              )}
            </div>
          </Card>
        </div>
        {feed ? <DeliveryCards feed={feed} /> : null}
      </div>
    </>
  );
}

function NoPosts({ typed: { q, category } }: { typed: TypedPostFilters }) {
  const { t } = useTranslation('news');
  if (!q && !category) return <EmptyState title={t('list.none')}>{t('list.none_text')}</EmptyState>;
  return (
    <EmptyState title={t('list.none_found')} action={<LinkButton to={POSTS}>{t('list.clear')}</LinkButton>}>
      {t(q && category ? 'list.try_both' : q ? 'list.try_word' : 'list.try_topic')}
    </EmptyState>
  );
}
