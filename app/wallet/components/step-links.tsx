import { useTranslation } from '../../platform/i18n/use-translation';
import { Link } from '../../ui/link';

interface StepLinksProps {
  /** Queries of the next and the previous page. */
  steps: { next: string | null; previous: string | null };
  href: (step: string) => string;
}

/** Links through a list whose pages have no numbers. Renders nothing for a single page. */
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
