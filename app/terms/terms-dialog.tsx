import { useFetcher, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { WaitingTerms } from '../platform/request/problem';
import { Dialog } from '../ui/dialog';
import type { TermsAnswer } from './term-updates.server';
import { TermsForm } from './terms-form';
import { WaysOut } from './ways-out';

interface TermsDialogProps {
  waiting: WaitingTerms;
  /** The language switch of the frame, shown beside the ways out. */
  children: ReactNode;
}

/**
 * Covers every page of a member until they agree. The page behind it is inert. The dialog offers what needs no
 * agreement: the other language, lock and logout.
 */
export function TermsDialog({ waiting, children }: TermsDialogProps) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<TermsAnswer>();
  // After a refusal the new list is shown before the page behind it has reloaded. The button works from then on.
  const isRefused = fetcher.state === 'loading' && Boolean(fetcher.data?.errors);
  return (
    <Dialog id="terms-update" title={t('terms.title')} open blocking>
      <TermsForm
        waiting={fetcher.data?.waiting ?? waiting}
        returnTo={pathname + search}
        errors={fetcher.data?.errors}
        form={fetcher.Form}
        busy={fetcher.state !== 'idle' && !isRefused}
      />
      <WaysOut>{children}</WaysOut>
    </Dialog>
  );
}
