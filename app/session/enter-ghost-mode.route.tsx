import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { parseForm } from '../platform/form/forms.server';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { problemOf } from '../platform/request/failure.server';
import { contextOf, type RequestContext } from '../platform/request/request-context.server';
import { problem, redirect } from '../platform/request/responses.server';
import { Alert } from '../ui/alert';
import { Button, LinkButton } from '../ui/button';
import { ErrorSummary } from '../ui/error-summary';
import { ghostTokenSchema } from './session.schema';
import { openGhostSession } from './session.server';

export const handle = {
  title: (data, t) => {
    const { key, name } = headingOf(data as Parameters<typeof headingOf>[0]);
    return t(`session:ghost.${key}`, { name });
  },
  gate: 'open',
  i18n: ['session'],
} satisfies RouteHandle;

/** Returns the page's heading, which is its title too. */
function headingOf({ token, link }: { token: string; link: { member_name: string } | null }) {
  if (link) return { key: 'enter_heading' as const, name: link.member_name };
  return { key: token === '' ? ('heading' as const) : ('over_heading' as const), name: '' };
}

/** `/enter-ghost-mode?token=` says what the link is for and changes nothing. Its button enters ghost mode. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await contextOf(args);
  const { session, url } = current;
  if (session.has('ghost')) throw problem({ kind: 'ghost' });
  const token = url.searchParams.get('token') ?? '';
  const link = token === '' ? null : await findLink(current, token);
  const signedIn = session.get('token') ? (session.get('user')?.name ?? null) : null;
  return data({ token, link, signedIn }, { status: token !== '' && !link ? 404 : 200 });
}

async function findLink({ api, requestId }: RequestContext, token: string) {
  const answer = await api.attempt(contract.ghost.showGhostLink, { json: { token: token.slice(0, 512) } });
  if (answer.ok) return answer.data;
  if (answer.failure.status === 404) return null;
  throw problemOf(answer.failure, requestId);
}

export async function action(args: ActionFunctionArgs) {
  const form = await parseForm(args, ghostTokenSchema);
  const { current, value } = form;
  if (current.session.has('ghost')) throw problem({ kind: 'ghost' });
  if (!value) return form.reply();
  const answer = await current.api.attempt(contract.ghost.enterGhostMode, { json: { token: value.token } });
  if (!answer.ok) return form.reply(answer.failure);
  return redirect(current, await openGhostSession(current, answer.data));
}

export default function EnterGhostMode() {
  const { t } = useTranslation('session');
  const { token, link, signedIn } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>();
  const errors = Object.values((result?.error ?? {}) as Record<string, string[] | null>).flatMap((all) => all ?? []);
  const summary =
    errors.length > 0 ? <ErrorSummary errors={errors.map((message) => ({ message }))} attempt={result} /> : null;
  const { key, name } = headingOf({ token, link });
  const heading = t(`ghost.${key}`, { name });
  if (!link) {
    return (
      <div className="stack">
        {summary}
        <h1>{heading}</h1>
        <p>{t(token === '' ? 'ghost.missing' : 'ghost.over')}</p>
        <LinkButton to="/" kind="second" block>
          {t('ghost.home')}
        </LinkButton>
      </div>
    );
  }
  const { actor_name, member_name, reason, minutes, read_only } = link;
  return (
    <Form method="post" className="stack">
      {summary}
      <HiddenFields />
      <input type="hidden" name="token" value={token} />
      <h1>{heading}</h1>
      <dl className="pairs">
        <dt>{t('ghost.actor')}</dt>
        <dd>{actor_name}</dd>
        <dt>{t('ghost.reason')}</dt>
        <dd>{reason}</dd>
        <dt>{t('ghost.lasts')}</dt>
        <dd>{t('ghost.minutes', { count: minutes })}</dd>
        <dt>{t('ghost.rights')}</dt>
        <dd>{t(read_only ? 'ghost.read_only' : 'ghost.writing')}</dd>
      </dl>
      <p>{t('ghost.told', { name: member_name })}</p>
      {signedIn ? <Alert kind="warning">{t('ghost.signed_in', { name: signedIn })}</Alert> : null}
      <Button type="submit" block>
        {t('ghost.submit')}
      </Button>
    </Form>
  );
}
