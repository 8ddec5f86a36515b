import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';
import type { Line } from '../line.server';
import { type LineFilters, linePath } from '../line-filters';

/** The way from the member down to whose line it is. */
export function LineParents({ above, sort }: Pick<Line, 'above'> & Pick<LineFilters, 'sort'>) {
  const { t } = useTranslation('affiliate');
  return (
    <nav aria-label={t('line.parents')}>
      <p>
        <Link to={linePath({ sort })}>{t('line.you')}</Link>
        {above.map(({ key, name }, index) => (
          <span key={key}>
            {' › '}
            <Link to={linePath({ parent: key, sort })} aria-current={index === above.length - 1 ? 'page' : undefined}>
              {name ?? t('line.nameless')}
            </Link>
          </span>
        ))}
      </p>
    </nav>
  );
}
