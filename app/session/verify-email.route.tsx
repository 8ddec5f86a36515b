import type { ActionFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { acceptedForm } from '../platform/request/posted-form.server';
import { contextOf } from '../platform/request/request-context.server';
import { MailedLink } from './components/mailed-link';
import { loadMailedLink, showOutcome } from './mailed-link.server';

export const handle = { title: 'session:verify.title', gate: 'open', i18n: ['session'] } satisfies RouteHandle;

export const loader = loadMailedLink;

export async function action(args: ActionFunctionArgs) {
  const current = await contextOf(args);
  await acceptedForm(current);
  const { id, hash = '' } = args.params;
  const query = current.url.searchParams;
  const json = {
    id: Number(id),
    hash,
    expires: Number(query.get('expires')),
    signature: query.get('signature') ?? 'none',
  };
  const answer = await current.api.attempt(contract.identity.verifyEmail, { json });
  return showOutcome(current, '/email-verification', answer);
}

export default function VerifyEmail() {
  return <MailedLink words="verify" />;
}
