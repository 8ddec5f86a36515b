import { useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteHandle } from '../platform/handle';
import { Badge } from '../ui/badge';
import { LinkButton } from '../ui/button';
import { Growth } from '../ui/growth';

/** The page of a screen that does not exist yet, or of which a part is there: it says so and pretends nothing. */
export function ComingSoon({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const matches = useMatches();
  // The router hands out the same list at each render: taking from it would lose the page.
  const page = matches[matches.length - 1];
  const title = (page?.handle as RouteHandle | undefined)?.title;
  return (
    <>
      <div className="head">
        <h1>{typeof title === 'string' ? t(title) : t('shell.coming_soon')}</h1>
        <p>
          <Badge icon="clock">{t('shell.coming_soon')}</Badge>
        </p>
      </div>
      <div className="stack stack-l">
        {children}
        <div className="card">
          <div className="empty">
            <Growth stage="seedling" />
            <h2>{t(children ? 'shell.soon.rest' : 'shell.soon.title')}</h2>
            <p>{t(children ? 'shell.soon.rest_text' : 'shell.soon.text')}</p>
            <LinkButton to="/" kind="second">
              {t('problem.home')}
            </LinkButton>
          </div>
        </div>
      </div>
    </>
  );
}
