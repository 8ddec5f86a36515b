import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contract } from '../../upstream/contract/contract';
import { problemOf } from '../platform/api.server';
import type { RouteHandle } from '../platform/handle';
import { HiddenFields } from '../platform/hidden-fields';
import { acceptedForm } from '../platform/posted-form.server';
import { contextOf } from '../platform/request-context.server';
import { redirect } from '../platform/responses.server';
import { Button } from '../ui/button';

export const handle = { title: 'session:revert_email.title', gate: 'open', i18n: ['session'] } satisfies RouteHandle;

/** Shows a button and changes nothing: mail scanners open links too. */
export async function loader(args: LoaderFunctionArgs) {
  await contextOf(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  await acceptedForm(current);
  const { token = '' } = args.params;
  const answer = await current.api.attempt(contract.account.revertEmailChange, { json: { token } });
  if (answer.ok) return redirect(current, `/email-reversal/${answer.data.status}`);
  if (answer.failure.status !== 422) throw problemOf(answer.failure, current.requestId);
  return redirect(current, '/email-reversal/invalid');
}

export default function RevertEmail() {
  const { t } = useTranslation('session');
  return (
    <Form method="post" className="stack">
      <HiddenFields />
      <h1>{t('revert_email.heading')}</h1>
      <p>{t('revert_email.text')}</p>
      <Button type="submit" block>
        {t('revert_email.submit')}
      </Button>
    </Form>
  );
}
