import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { Link } from '../ui/link';
import { Time } from '../ui/time';

export const handle = { title: 'titles.terms', gate: 'member', i18n: ['settings'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireMember(args, handle);
  const { data } = await api.call(contract.terms.listAcceptedTerms);
  const kinds = new Map<string, typeof data>();
  for (const accepted of data) kinds.set(accepted.slug, [...(kinds.get(accepted.slug) ?? []), accepted]);
  return { kinds: [...kinds.values()] };
}

/** The versions that the member has accepted, each with its text and its later changes. */
export default function Terms() {
  const { t } = useTranslation();
  const { kinds } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="head">
        <h1>{t('titles.terms')}</h1>
      </div>
      <div className="stack stack-l">
        {kinds.map((versions) => (
          <AcceptedTerms key={versions[0]?.slug} versions={versions} />
        ))}
        {kinds.length === 0 ? <NothingAccepted /> : null}
      </div>
    </>
  );
}

type Accepted = ReturnType<typeof useLoaderData<typeof loader>>['kinds'][number][number];

function AcceptedTerms({ versions }: { versions: Accepted[] }) {
  const { t } = useTranslation('settings');
  return (
    <Card title={versions[0]?.name ?? ''}>
      <ul className="lines">
        {versions.map(({ slug, name, version, version_in_force, accepted_at }) => {
          const isInForce = version === version_in_force;
          return (
            <li key={version} className="stack stack-s">
              <h3>
                {t('terms.version', { version })} {isInForce ? <Badge tone="good">{t('terms.in_force')}</Badge> : null}
              </h3>
              <p className="small muted">
                {t('terms.accepted')} <Time at={accepted_at} relative={false} />
              </p>
              <p className="row small">
                <Link className="tap" to={isInForce ? `/terms/${slug}` : `/terms/${slug}?version=${version}`}>
                  {t('terms.text')}
                  <span className="vh">: {t('terms.which', { name, version })}</span>
                </Link>
                {isInForce ? null : (
                  <Link className="tap" to={`/terms/${slug}/changes?from=${version}`}>
                    {t('terms.changes', { version: version_in_force })}
                    <span className="vh">: {t('terms.which', { name, version })}</span>
                  </Link>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function NothingAccepted() {
  const { t } = useTranslation('settings');
  return (
    <EmptyState drawing="resting" level={2} title={t('terms.nothing.title')}>
      {t('terms.nothing.text')}
    </EmptyState>
  );
}
