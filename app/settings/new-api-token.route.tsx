import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { mostApiTokens } from '../../upstream/contract/api-tokens';
import { contract } from '../../upstream/contract/contract';
import { verificationContext } from '../../upstream/contract/verification';
import { constraintOf, parseForm } from '../platform/form/forms.server';
import { useAnswer } from '../platform/form/use-answer';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { WayBack } from '../ui/way-back';
import { apiTokenSchema, DEFAULT_LIFETIME, LIFETIMES } from './api-token.schema';
import { findFault, listTokens, offeredAbilities, withErrorsOf } from './api-token.server';
import { CreatedApiToken } from './components/created-api-token';
import { NewTokenForm } from './components/new-token-form';

export const handle = {
  title: 'titles.new_api_token',
  step: (_, t, answer) => {
    const { created } = (answer ?? {}) as { created?: { name: string } };
    return created && t('settings:api_token.made', { name: created.name });
  },
  gate: 'member',
  permission: 'api_token.manage',
  i18n: ['settings'],
  form: 'api-token',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { tokens } = await listTokens(current);
  return {
    constraint: constraintOf(apiTokenSchema),
    abilities: offeredAbilities(current),
    lifetimes: { offered: LIFETIMES, usual: DEFAULT_LIFETIME },
    isFull: tokens.filter(({ isOver }) => !isOver).length >= mostApiTokens,
    verification: plannedVerification(current),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const form = await parseForm(args, apiTokenSchema);
  const typed = form.value ?? form.rightFields;
  const fault = typed && (await findFault(current, typed));
  // This call comes first, because a failure after the token is created would lose the token.
  const { apiUrl, docsUrl } = await listTokens(current);
  const made = await callVerified(
    current,
    fault ? { ...form, value: null, reply: (more) => form.reply(withErrorsOf(fault, more)) } : form,
    { action: 'api_token.create', context: verificationContext.apiToken },
    ({ name, abilities, expires_in_days, allowed_ips }, verification) =>
      current.api.attempt(contract.apiTokens.createApiToken, {
        json: { name, abilities, expires_in_days, allowed_ips, ...verification },
      }),
  );
  if (!made.ok) return made.reply;
  return data({ created: made.data, apiUrl, docsUrl });
}

export default function NewApiToken() {
  const { t } = useTranslation('settings');
  const { isFull } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  if (answer && 'created' in answer) return <CreatedApiToken {...answer} />;
  return (
    <>
      <div className="head">
        <WayBack to="/settings/api-token">{t('common:titles.api_token')}</WayBack>
        <h1>{t('common:titles.new_api_token')}</h1>
      </div>
      {isFull && !answer ? <Alert kind="warning">{t('api_token.full')}</Alert> : <NewTokenForm answer={answer} />}
    </>
  );
}
