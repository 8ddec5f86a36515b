import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { WayToMembers } from '../platform/page/way-to-members';
import { env } from '../platform/request/env.server';
import { Link } from '../ui/link';
import { Address, Missing } from './club-address';

export const handle = { title: 'imprint.title', gate: 'open' } satisfies RouteHandle;

export const loader = () => ({ imprint: env().imprint });

/** What § 5 DDG asks of everybody who offers pages. */
export default function ImprintPage() {
  const { t } = useTranslation();
  const { imprint } = useLoaderData<typeof loader>();
  if (!imprint) return <Missing title={t('imprint.title')} />;
  const { representatives, register, vatId, email, phone } = imprint;
  const facts = [
    [t('imprint.representatives'), representatives],
    [
      t('imprint.email'),
      <a key="email" href={`mailto:${email}`}>
        {email}
      </a>,
    ],
    [t('imprint.phone'), phone],
    [t('imprint.register'), register],
    [t('imprint.vat_id'), vatId],
  ] as const;
  return (
    <article className="stack">
      <div className="stack stack-s">
        <WayToMembers />
        <h1>{t('imprint.title')}</h1>
      </div>
      <p className="muted">{t('imprint.law')}</p>
      <Address imprint={imprint} />
      <dl className="pairs">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
        )}
      </dl>
      <p>
        <Link to="/contact">{t('imprint.to_contact')}</Link>
      </p>
    </article>
  );
}
