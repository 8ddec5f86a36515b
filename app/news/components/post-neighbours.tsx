import type { PostLink } from '../../../upstream/contract/news';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Card } from '../../ui/card';
import { useFormat } from '../../ui/format';
import { Link } from '../../ui/link';
import { TextField } from '../../ui/text-field';
import { Time } from '../../ui/time';
import { postPath } from '../news-path';
import type { ShownPost } from '../post.server';

/** The posts before and after this one in time. */
export function Neighbours({ post: { previous, next } }: { post: ShownPost }) {
  const { t } = useTranslation('news');
  return (
    <Card title={t('neighbours.title')}>
      <ul className="lines">
        <Neighbour label={t('neighbours.newer')} post={next} rel="next" none={t('neighbours.newest')} />
        <Neighbour label={t('neighbours.older')} post={previous} rel="prev" none={t('neighbours.oldest')} />
      </ul>
    </Card>
  );
}

interface NeighbourProps {
  label: string;
  post: PostLink | null;
  rel: 'next' | 'prev';
  /** What is said where there is none. */
  none: string;
}

function Neighbour({ label, post, rel, none }: NeighbourProps) {
  const { language } = useFormat();
  if (!post)
    return (
      <li>
        <span className="sub">{label}</span> <span className="muted">{none}</span>
      </li>
    );
  return (
    <li>
      <span className="sub">
        {label}
        {post.published_at ? (
          <>
            , <Time at={post.published_at} format="date" />
          </>
        ) : null}
      </span>{' '}
      <Link to={postPath(post)} rel={rel} lang={post.language === language ? undefined : post.language}>
        {post.title}
      </Link>
    </li>
  );
}

/** The address for other members. It goes without the words of the title, which may change. */
export function ShareAddress({ address }: { address: string }) {
  const { t } = useTranslation('news');
  return (
    <Card title={t('share.title')}>
      <div className="stack">
        <TextField id="share" name="share" label={t('share.address')} value={address} readOnly spellCheck={false} />
        <p className="small muted">{t('share.text')}</p>
      </div>
    </Card>
  );
}
