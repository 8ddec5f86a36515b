import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { Resume } from '../platform/form/resume';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { waitingTerms } from '../platform/request/terms-gate.server';
import { LinkButton } from '../ui/button';
import { answerTermUpdates } from './term-updates.server';
import { TERMS_FORM, TermsForm } from './terms-form';
import { WaysOut } from './ways-out';

export const handle = {
  title: (data, t) => t((data as { waiting: unknown }).waiting ? 'terms.title' : 'terms.up_to_date'),
  gate: 'member',
  i18n: ['session'],
  form: TERMS_FORM,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { member } = await requireMember(args, handle);
  return { waiting: waitingTerms(member) };
}

export async function action(args: ActionFunctionArgs) {
  const answer = await answerTermUpdates(args);
  return answer instanceof Response ? answer : data(answer, { status: answer.status });
}

/** Answers the terms form: of the dialog without script, and of the terms that interrupted a POST. */
export default function TermUpdates() {
  const { t } = useTranslation();
  const loaded = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  if (answer?.resume) return <Resume id={TERMS_FORM} {...answer.resume} />;
  const waiting = answer?.waiting ?? loaded.waiting;
  return (
    <div className="stack">
      <h1>{t(waiting ? 'terms.title' : 'terms.up_to_date')}</h1>
      {waiting ? (
        <>
          <TermsForm
            waiting={waiting}
            returnTo={answer?.returnTo ?? '/'}
            carry={answer?.carry}
            errors={answer?.errors}
            form={Form}
          />
          <WaysOut />
        </>
      ) : (
        <p>
          <LinkButton to="/" kind="second">
            {t('problem.home')}
          </LinkButton>
        </p>
      )}
    </div>
  );
}
