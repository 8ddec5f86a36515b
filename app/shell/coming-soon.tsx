import { useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { RouteHandle } from '../platform/handle';
import { Badge } from '../ui/badge';
import { LinkButton } from '../ui/button';
import { Growth } from '../ui/growth';

/** The page of a screen that does not exist yet: it says so and pretends nothing. */
export function ComingSoon() {
  const { t } = useTranslation();
  const page = useMatches().pop();
  const title = (page?.handle as RouteHandle | undefined)?.title;
  return (
    <>
      <div className="head">
        <h1>{typeof title === 'string' ? t(title) : t('shell.coming_soon')}</h1>
        <p>
          <Badge icon="clock">{t('shell.coming_soon')}</Badge>
        </p>
      </div>
      <div className="card">
        <div className="empty">
          <Growth stage="seedling" />
          <h2>{t('shell.soon.title')}</h2>
          <p>{t('shell.soon.text')}</p>
          <LinkButton to="/" kind="second">
            {t('problem.home')}
          </LinkButton>
        </div>
      </div>
    </>
  );
}
