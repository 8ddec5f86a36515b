import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { problemOf } from '../platform/request/failure.server';
import { requireMember } from '../platform/request/gates.server';
import { postedForm } from '../platform/request/posted-form.server';
import { problem, redirect, redirectWithFlash } from '../platform/request/responses.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { apiTokenListSchema } from './api-token.schema';
import { listTokens } from './api-token.server';
import { ApiTokenCard } from './components/api-token-card';

export const handle = {
  title: 'titles.api_token',
  step: (data, t) => (data as { toRevoke: object | null }).toRevoke && t('settings:api_token.revoke_title'),
  gate: 'member',
  permission: 'api_token.manage',
  i18n: ['settings'],
} satisfies RouteHandle;

const HERE = '/settings/api-token';

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { tokens, docsUrl } = await listTokens(current);
  const toRevoke = tokens.find(({ prefix }) => prefix === current.url.searchParams.get('revoke'));
  // Without the ids of the other tokens, because they are long and count in the page weight.
  return {
    tokens: tokens.map(({ id: _, ...token }) => token),
    toRevoke: toRevoke ? { id: toRevoke.id, prefix: toRevoke.prefix } : null,
    docsUrl,
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { value } = await parseForm(args, apiTokenListSchema);
  // After a change of language or after unlocking, the member sees the page again before anything is revoked.
  if (!value && (await postedForm(current)).redisplay) return redirect(current, HERE);
  if (!value) throw problem({ kind: 'bad_request' });
  if (value.intent === 'saved') return redirect(current, HERE);
  const answer = await current.api.attempt(contract.apiTokens.revokeApiToken, { params: { id: value.id } });
  if (!answer.ok) throw problemOf(answer.failure, current.requestId);
  return redirectWithFlash(current, HERE, { kind: 'success', text: 'settings:api_token.revoked' });
}

export default function ApiTokens() {
  const { t } = useTranslation('settings');
  const { tokens, docsUrl, toRevoke } = useLoaderData<typeof loader>();
  const add = (
    <LinkButton to={`${HERE}/new`} icon="plus">
      {t('api_token.new')}
    </LinkButton>
  );
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.api_token')}</h1>
        <p className="muted">{t('api_token.what')}</p>
      </div>
      <div className="stack stack-l">
        {docsUrl ? (
          <p>
            <a href={docsUrl}>{t('api_token.reference')}</a>
          </p>
        ) : null}
        {tokens.length === 0 ? (
          <Card title={t('api_token.yours')}>
            <EmptyState title={t('api_token.none')} action={add}>
              {t('api_token.none_text')}
            </EmptyState>
          </Card>
        ) : (
          <>
            <div>{add}</div>
            {tokens.map((token) => (
              <ApiTokenCard
                key={token.prefix}
                token={token}
                toRevoke={token.prefix === toRevoke?.prefix ? toRevoke.id : null}
              />
            ))}
          </>
        )}
        <p className="small muted">{t('api_token.password')}</p>
      </div>
    </>
  );
}
