import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { contextOf } from '../platform/request/request-context.server';
import { problem } from '../platform/request/responses.server';
import { LinkButton } from '../ui/button';

export const handle = {
  title: (data, t) => t(`session:reversal.${(data as { status: Status }).status}.heading`),
  gate: 'open',
  i18n: ['session'],
} satisfies RouteHandle;

/** The outcomes of the link that restores a former e-mail address. */
const STATUSES = ['success', 'used', 'overtaken', 'expired', 'invalid'] as const;

type Status = (typeof STATUSES)[number];

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await contextOf(args);
  const status = STATUSES.find((known) => known === args.params.status);
  if (!status) throw problem({ kind: 'not_found' });
  return { status, isSignedIn: Boolean(session.get('token')) };
}

export default function EmailReversal() {
  const { t } = useTranslation('session');
  const { status, isSignedIn } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="stack">
        <h1>{t(`reversal.${status}.heading`)}</h1>
        <p>{t(`reversal.${status}.text`)}</p>
      </div>
      <LinkButton to={isSignedIn ? '/' : '/login'} block>
        {t(isSignedIn ? 'verification.home' : 'login.submit')}
      </LinkButton>
    </>
  );
}
