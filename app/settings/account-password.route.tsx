import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { keepToken } from '../platform/request/member-session.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { passwordSchema } from './account.schema';
import { PasswordForm } from './components/password-form';

export const handle = {
  title: 'settings:account.password.title',
  gate: 'member',
  i18n: ['settings'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { user } = current.member;
  const hasPassword = user.has_password ?? true;
  return {
    hasPassword,
    email: user.email,
    verification: plannedVerification(current),
    constraint: constraintOf(passwordSchema(hasPassword)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, passwordSchema(current.member.user.has_password ?? true));
  const answer = await callVerified(
    current,
    form,
    { action: 'password.change', context: '' },
    ({ current_password, password, password_confirmation }, verification) =>
      current.api.attempt(contract.account.changePassword, {
        json: { current_password, password, password_confirmation, ...verification },
      }),
  );
  if (!answer.ok) return answer.reply;
  keepToken(current, answer.data.token);
  return redirectWithFlash(current, '/settings/account', {
    kind: 'success',
    text: 'settings:account.password.changed',
  });
}

export default function AccountPassword() {
  const { t } = useTranslation('settings');
  const { hasPassword } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('account.password.title')}</h1>
      </div>
      <div className="stack">
        <p>{t(hasPassword ? 'account.password.intro' : 'account.password.intro_first')}</p>
        <PasswordForm />
      </div>
    </>
  );
}
