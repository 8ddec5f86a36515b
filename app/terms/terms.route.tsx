import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { contextOf } from '../platform/request/request-context.server';
import { Alert } from '../ui/alert';
import { Link } from '../ui/link';
import { Time } from '../ui/time';
import { WayBack } from '../ui/way-back';

export const handle = {
  title: (data) => (data as { terms?: { name: string } } | undefined)?.terms?.name ?? '',
  gate: 'open',
  i18n: ['session'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { api, language, session, url } = await contextOf(args);
  const version = url.searchParams.get('version') ?? undefined;
  const terms = await api.call(contract.terms.getTerms, {
    params: { slug: args.params.slug ?? '' },
    query: { language, version },
  });
  return { terms, isSignedIn: Boolean(session.get('token')) };
}

export default function Terms() {
  const { t } = useTranslation('session');
  const { terms, isSignedIn } = useLoaderData<typeof loader>();
  return (
    <article className="stack">
      <div className="stack stack-s">
        {isSignedIn ? <WayBack to="/settings/terms">{t('common:titles.terms')}</WayBack> : null}
        <h1>{terms.name}</h1>
        <p className="small muted">
          {t('register.version', { version: terms.version })}, <Time at={terms.effective_at} format="date" />
        </p>
      </div>
      {terms.version_in_force && terms.version_in_force !== terms.version ? (
        <Alert>
          {t('terms.older', { version: terms.version_in_force })}{' '}
          <Link to={`/terms/${terms.slug}/changes?from=${terms.version}`}>{t('terms.changed_since')}</Link>
        </Alert>
      ) : null}
      {terms.text
        .split(/\n{2,}/)
        .map((paragraph) =>
          paragraph.startsWith('# ') ? (
            <h2 key={paragraph}>{paragraph.slice(2)}</h2>
          ) : (
            <p key={paragraph}>{paragraph}</p>
          ),
        )}
    </article>
  );
}
