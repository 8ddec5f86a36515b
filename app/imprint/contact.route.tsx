import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { WayToMembers } from '../platform/page/way-to-members';
import { env } from '../platform/request/env.server';
import { Link } from '../ui/link';
import { Address, Missing } from './club-address';

export const handle = { title: 'imprint.contact', gate: 'open' } satisfies RouteHandle;

export const loader = () => ({ imprint: env().imprint });

/** How anybody reaches a person, also without an account. */
export default function ContactPage() {
  const { t } = useTranslation();
  const { imprint } = useLoaderData<typeof loader>();
  if (!imprint) return <Missing title={t('imprint.contact')} />;
  const { email, phone, hours } = imprint;
  return (
    <article className="stack">
      <div className="stack stack-s">
        <WayToMembers />
        <h1>{t('imprint.contact')}</h1>
      </div>
      <p>{t('imprint.contact_text')}</p>
      <h2>{t('imprint.write')}</h2>
      <p>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      {phone ? (
        <>
          <h2>{t('imprint.call')}</h2>
          <p>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone.replaceAll(' ', '\u00a0')}</a>
            {hours ? `, ${t('imprint.hours', { hours })}` : null}
          </p>
        </>
      ) : null}
      <h2>{t('imprint.visit')}</h2>
      <Address imprint={imprint} />
      <p>
        <Link to="/imprint">{t('imprint.title')}</Link>
      </p>
    </article>
  );
}
