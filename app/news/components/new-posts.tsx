import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import { POSTS } from '../news-path';
import type { loadPosts } from '../posts.server';
import { useNewPosts } from '../use-new-posts';

/** Script only: says that posts have appeared. It lies over the page, which stays where it is until the member asks. */
export function NewPosts({ loaded }: { loaded: Pick<Awaited<ReturnType<typeof loadPosts>>, 'unreadNews'> }) {
  const { t } = useTranslation('news');
  const count = useNewPosts(loaded);
  return (
    <div className="arrived no-print" role="status">
      {count > 0 ? (
        <Link className="btn small" to={POSTS}>
          {t('list.new', { count })}
        </Link>
      ) : null}
    </div>
  );
}
