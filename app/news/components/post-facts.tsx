import { Fragment } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';
import { postPath } from '../news-path';
import type { ShownPost } from '../post.server';

/** Under the heading: topic, day, length, and the post in the other language. */
export function PostFacts({ post }: { post: ShownPost }) {
  const { t } = useTranslation('news');
  const { category, at, minutes, other, translations } = post;
  return (
    <p className="row small muted">
      <span>
        {t(`topics.${category}`)}
        {at ? (
          <>
            , <Time at={at} format="day" />
          </>
        ) : null}
        , {t('minutes', { count: minutes })}
      </span>{' '}
      {other ? <Badge icon="globe">{t(`in.${other}`)}</Badge> : null}{' '}
      {translations.map((translation) => (
        <Fragment key={translation.id}>
          <Link
            className="no-print"
            to={postPath(translation)}
            lang={translation.language}
            hrefLang={translation.language}
          >
            {t(`read_in.${translation.language}`)}
          </Link>{' '}
        </Fragment>
      ))}
    </p>
  );
}

/** Says that nobody else sees the post. Only those who may preview posts get here. */
export function PreviewNote({ post: { status, appearsAt } }: { post: ShownPost }) {
  const { t } = useTranslation('news');
  if (status === 'published') return null;
  return (
    <Alert kind="warning" title={t('preview.title')}>
      {t(`preview.${status}`)} {appearsAt ? <Time at={appearsAt} relative={false} /> : null}
    </Alert>
  );
}
