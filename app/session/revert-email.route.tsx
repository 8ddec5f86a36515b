import type { ActionFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf } from '../platform/request/request-context.server';
import { MailedLink } from './components/mailed-link';
import { loadMailedLink, showOutcome } from './mailed-link.server';

export const handle = { title: 'session:revert_email.title', gate: 'open', i18n: ['session'] } satisfies RouteHandle;

export const loader = loadMailedLink;

export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  await acceptedForm(current);
  const { token = '' } = args.params;
  const answer = await current.api.attempt(contract.account.revertEmailChange, { json: { token } });
  return showOutcome(current, '/email-reversal', answer);
}

export default function RevertEmail() {
  return <MailedLink words="revert_email" />;
}
