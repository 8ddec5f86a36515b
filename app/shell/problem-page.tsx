import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react';
import { useEffect } from 'react';
import { reportBoundaryError } from '../platform/browser/error-reporting.client';
import { waitingTime } from '../platform/form/waiting-time';
import { useTranslation } from '../platform/i18n/use-translation';
import { usePageState } from '../platform/page/page-state';
import { useRootData } from '../platform/page/root-data';
import { isProblem, type Problem } from '../platform/request/problem';
import { LOCK_FORM, LockForm } from '../session/components/lock-form';
import { AskLink } from '../support/ask-link';
import { TERMS_FORM } from '../terms/terms-form';
import { TermsInPlace } from '../terms/terms-in-place';
import { LinkButton } from '../ui/button';
import { GuestFrame } from './guest-frame';
import { PageFormContext } from './page-form';

/** Ids of the forms on problem pages. */
const FORMS: Partial<Record<Problem['kind'], string>> = { locked: LOCK_FORM, terms: TERMS_FORM };

/** A page of the error catalogue (docs/product/shell.md). An error boundary shows it in place of a page. */
export function ProblemPage() {
  const problem = useProblem();
  return (
    <PageFormContext.Provider value={FORMS[problem.kind] ?? null}>
      <GuestFrame>
        <ProblemText problem={problem} />
      </GuestFrame>
    </PageFormContext.Provider>
  );
}

export function useProblem(): Problem {
  const error = useRouteError();
  const root = useRootData();
  useEffect(() => reportBoundaryError(error), [error]);
  if (isRouteErrorResponse(error)) {
    if (isProblem(error.data)) return error.data;
    if (error.status === 404) return { kind: 'not_found' };
    if (error.status === 405) return { kind: 'bad_request' };
  }
  return { kind: 'server', reference: root?.requestId ?? '', statusText: '' };
}

export function ProblemText({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  usePageState(problem.kind);
  if (problem.kind === 'locked') return <LockForm inPlace lock={problem} returnTo={pathname + search} />;
  if (problem.kind === 'terms') return <TermsInPlace {...problem} />;
  const wait = 'retryAfter' in problem ? problem.retryAfter : null;
  return (
    <div className="stack">
      <h1>{t(`problem.${problem.kind}.title`)}</h1>
      {problem.kind === 'server' && problem.statusText ? <p className="muted">{problem.statusText}</p> : null}
      <p>{t(`problem.${problem.kind}.text`)}</p>
      {wait ? <p>{waitingTime(t, wait)}</p> : null}
      {'reference' in problem && problem.reference ? (
        <p className="small muted">
          {t('problem.reference')} <span className="ref">{problem.reference}</span>
        </p>
      ) : null}
      {'reference' in problem && problem.reference ? (
        <AskLink text="error" category="app-technical" about={{ error: problem.reference }} />
      ) : null}
      {problem.kind === 'forbidden' ? <AskLink text="write" category="other" /> : null}
      <p>
        <LinkButton to="/" kind="second">
          {t('problem.home')}
        </LinkButton>
      </p>
    </div>
  );
}
