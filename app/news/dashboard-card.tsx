import { useTranslation } from '../platform/i18n/use-translation';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import type { loadNewsCard } from './dashboard-card.server';
import { POSTS, postPath } from './news-path';

/** What the club has told last. */
export function NewsCard({ data: { posts } }: { data: Awaited<ReturnType<typeof loadNewsCard>> }) {
  const { t } = useTranslation();
  return (
    <Card title={t('dashboard.news.title')} end={<Link to={POSTS}>{t('dashboard.news.all')}</Link>}>
      {posts.length === 0 ? (
        <p className="muted">{t('dashboard.news.none')}</p>
      ) : (
        <ul className="lines">
          {posts.map((post) => (
            <li key={post.id} className="row row-ends">
              <Link to={postPath(post)} lang={post.other ?? undefined}>
                {post.title}
              </Link>{' '}
              {post.isRead ? null : (
                <Badge tone="good" icon="eye">
                  {t('dashboard.news.unread')}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
