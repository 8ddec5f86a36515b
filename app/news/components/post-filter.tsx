import { Form } from '@remix-run/react';
import { Fragment } from 'react';
import { type NewsCategory, newsCategories } from '../../../upstream/contract/news-categories';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { SearchField } from '../../ui/search-field';
import { POSTS, postsPath, type TypedPostFilters } from '../news-path';

/** A GET form whose address is the list with these words. The topic stays. */
export function PostSearch({ typed, errors }: { typed: TypedPostFilters; errors: string[] }) {
  const { t } = useTranslation('news');
  return (
    <Form method="get" action={POSTS} id="posts" role="search" key={JSON.stringify(typed)} noValidate>
      {typed.category ? <input type="hidden" name="category" value={typed.category} /> : null}
      <SearchField id="posts-q" name="q" label={t('list.search')} defaultValue={typed.q} errors={errors} />
    </Form>
  );
}

/** Links to the posts of each topic. The words of a search stay, until the last link clears them. */
export function PostTopics({ typed }: { typed: TypedPostFilters }) {
  const { t } = useTranslation('news');
  const nameOf = (category: NewsCategory | '') => t(category ? `topics.${category}` : 'list.every');
  return (
    <nav className="row small no-print" aria-label={t('list.by_topic')}>
      {(['', ...newsCategories] as const).map((category) => (
        <Fragment key={category}>
          <Link
            className="tap"
            to={postsPath({ ...typed, category })}
            aria-current={category === typed.category ? 'page' : undefined}
          >
            {category === typed.category ? <strong>{nameOf(category)}</strong> : nameOf(category)}
          </Link>{' '}
        </Fragment>
      ))}
      {typed.q ? (
        <Link className="tap" to={postsPath({ ...typed, q: '' })}>
          {t('list.clear_search')}
        </Link>
      ) : null}
    </nav>
  );
}

/** Marks what the list had when it was loaded. */
export function MarkAllAsRead({ before }: { before: string }) {
  const { t } = useTranslation('news');
  return (
    <Form method="post" id="read-all">
      <HiddenFields />
      <input type="hidden" name="before" value={before} />
      <Button kind="link" small name="intent" value="read_all">
        {t('list.read_all')}
      </Button>
    </Form>
  );
}
