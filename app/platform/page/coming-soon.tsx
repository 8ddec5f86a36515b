import { useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Growth } from '../../ui/growth';
import type { RouteHandle } from './handle';

/** A page that tells that a module, or the rest of it, comes later. */
export function ComingSoon({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const matches = useMatches();
  // Not `pop()`, because the router returns the same array at each render.
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
