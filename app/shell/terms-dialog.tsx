import { useFetcher, useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { WaitingTerms } from '../platform/problem';
import { Dialog } from '../ui/dialog';
import { GuestLanguageSwitch } from './language-switch';
import { PageFormContext } from './page-form';
import type { TermsAnswer } from './term-updates.server';
import { TermsForm } from './terms-form';
import { WaysOut } from './ways-out';

/**
 * Stands over every page of a member until they agree; the page behind it is inert. What needs no agreement is in
 * reach: another language, the lock, the way out.
 */
export function TermsDialog({ waiting }: { waiting: WaitingTerms }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<TermsAnswer>();
  return (
    <Dialog id="terms-update" title={t('terms.title')} open blocking>
      <TermsForm
        waiting={fetcher.data?.waiting ?? waiting}
        returnTo={pathname + search}
        errors={fetcher.data?.errors}
        form={fetcher.Form}
        busy={fetcher.state !== 'idle'}
      />
      <WaysOut>
        <PageFormContext.Provider value={null}>
          <GuestLanguageSwitch />
        </PageFormContext.Provider>
      </WaysOut>
    </Dialog>
  );
}
