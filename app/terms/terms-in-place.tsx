import { Form, useLocation } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { Problem } from '../platform/request/problem';
import { TermsForm } from './terms-form';
import { WaysOut } from './ways-out';

/** Shown in answer to a POST while terms wait for agreement. It carries the posted form. */
export function TermsInPlace({ waiting, carry, csrf }: Extract<Problem, { kind: 'terms' }>) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <div className="stack">
      <h1>{t('terms.title')}</h1>
      <TermsForm waiting={waiting} returnTo={pathname + search} carry={carry} csrf={csrf} form={Form} />
      <WaysOut csrf={csrf} />
    </div>
  );
}
