import { type ReactNode, useContext } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { PageStateContext } from '../platform/page/page-state';
import { useRootData } from '../platform/page/root-data';
import { Acre } from '../ui/acre';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Footer } from './footer';
import { GuestLanguageSwitch } from './language-switch';
import { SkipLink } from './skip-link';

interface GuestFrameProps {
  home?: string;
  /** Shows the content on the page, not in the card. For tables. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame with a centred card for guests, for the lock page, and for errors while nobody is signed in. */
export function GuestFrame({ children, home = '/login', wide }: GuestFrameProps) {
  const { t } = useTranslation();
  const root = useRootData();
  const { title } = useContext(PageStateContext);
  return (
    <div className={wide ? 'guest open page' : 'guest page'}>
      <SkipLink />{' '}
      <header className="top">
        <Link className="brand" to={home} aria-label={t('shell.home', { product: root?.productName ?? 'Almende' })}>
          <Icon name="logo" />
          <span>{root?.productName ?? 'Almende'}</span>
        </Link>
        <GuestLanguageSwitch />
      </header>
      <main className="main" id="content" tabIndex={-1} aria-label={title}>
        {wide ? (
          children
        ) : (
          <div className="card">
            <Acre />
            <div className="body stack stack-l">{children}</div>
          </div>
        )}
      </main>
      <Footer />
    </div>
  );
}
