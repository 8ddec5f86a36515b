import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Link } from '../../ui/link';
import { RichText } from '../../ui/rich-text';
import { Time } from '../../ui/time';
import { postPath } from '../news-path';
import type { ListedPost } from '../posts.server';
import { Thumbnail } from './picture';

/** A post of the list. Its words are in its own language, what the page says of it in that of the page. */
export function PostLine({ post, isFirst }: { post: ListedPost; isFirst: boolean }) {
  const { t } = useTranslation('news');
  const { category, at, isPinned, isRead, minutes, other } = post;
  const lang = other ?? undefined;
  return (
    <li className="post">
      <Thumbnail image={post.image} ratio={post.ratio} lang={lang} isFirst={isFirst} />
      <div className="stack stack-s">
        <h3 lang={lang}>
          <Link to={postPath(post)}>
            <RichText html={post.title} />
          </Link>
        </h3>
        <p className="row small muted">
          <span>
            {t(`topics.${category}`)}
            {at ? (
              <>
                , <Time at={at} format="date" />
              </>
            ) : null}
            , {t('minutes', { count: minutes })}
          </span>{' '}
          {isPinned ? <Badge>{t('list.pinned')}</Badge> : null}{' '}
          {isRead ? null : (
            <Badge tone="good" icon="eye">
              {t('list.unread')}
            </Badge>
          )}{' '}
          {other ? <Badge icon="globe">{t(`in.${other}`)}</Badge> : null}
        </p>
        <p lang={lang}>
          <RichText html={post.teaser} />
        </p>
      </div>
    </li>
  );
}
