import { useTranslation } from '../platform/i18n/use-translation';
import { useFormat } from './format';
import { Link } from './link';
import { formatNumber } from './numbers';

/** The part of a Laravel page that the links need. */
export interface PageShape {
  current_page: number;
  last_page: number;
  from: number | null;
  to: number | null;
  total: number;
  /** There are more than `total`, which have no pages. */
  hasMore?: boolean;
}

export interface PaginationProps {
  page: PageShape;
  href: (page: number) => string;
  /** Distinguishes two of them on one page. */
  label?: string;
}

/** Links to the pages of a list. Renders nothing for an empty list, which has its empty state. */
export function Pagination({ page, href, label }: PaginationProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { current_page: current, last_page: last, from, to, total, hasMore } = page;
  if (from === null || to === null) return null;
  // A back end may count no further than the page.
  const isOpen = hasMore || (current < last && total <= to);
  const count = (value: number) => formatNumber(value, 'natural', language);
  return (
    <nav className="pages" aria-label={label ?? t('ui.pages.label')}>
      <p className="muted">
        {t(isOpen ? 'ui.pages.range_of_more' : 'ui.pages.range', {
          from: count(from),
          to: count(to),
          total: count(total),
        })}
      </p>
      {last > 1 && (
        <ul>
          {current > 1 && (
            <li>
              <Link to={href(current - 1)} rel="prev">
                {t('ui.pages.previous')}
              </Link>
            </li>
          )}
          {shownPages(current, last).map((number, index, shown) => (
            <PageNumber
              key={number}
              number={number}
              current={number === current}
              gap={index > 0 && number - (shown[index - 1] ?? 0) > 1}
              href={href}
            />
          ))}
          {current < last && (
            <li>
              <Link to={href(current + 1)} rel="next">
                {t('ui.pages.next')}
              </Link>
            </li>
          )}
        </ul>
      )}
    </nav>
  );
}

/** Returns the first page, the last, and the current one with its neighbours. A gap never hides just one page. */
export function shownPages(current: number, last: number): number[] {
  const near = new Set([1, current - 1, current, current + 1, last]);
  if (near.has(3)) near.add(2);
  if (near.has(last - 2)) near.add(last - 1);
  return [...near].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b);
}

interface PageNumberProps {
  number: number;
  current: boolean;
  /** Pages are left out before this one. */
  gap: boolean;
  href: (page: number) => string;
}

function PageNumber({ number, current, gap, href }: PageNumberProps) {
  const { t } = useTranslation();
  return (
    <>
      {gap && (
        <li aria-hidden="true">
          <span>…</span>
        </li>
      )}
      <li>
        <Link to={href(number)} aria-current={current ? 'page' : undefined}>
          <span className="vh">{t('ui.pages.page')} </span>
          {number}
        </Link>
      </li>
    </>
  );
}
