import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

interface StepLinksProps {
  /** What leads to the pages beside this one, as a query. */
  steps: { next: string | null; previous: string | null };
  href: (step: string) => string;
}

/** The way through a list whose pages have no numbers; nothing where one page is all. */
export function StepLinks({ steps: { next, previous }, href }: StepLinksProps) {
  const { t } = useTranslation();
  if (!next && !previous) return null;
  return (
    <nav className="pages" aria-label={t('ui.pages.label')}>
      <ul>
        {previous && (
          <li>
            <Link to={href(previous)} rel="prev">
              {t('ui.pages.previous')}
            </Link>
          </li>
        )}
        {next && (
          <li>
            <Link to={href(next)} rel="next">
              {t('ui.pages.next')}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
