import { useTranslation } from '../platform/i18n/use-translation';
import { WayToMembers } from '../platform/page/way-to-members';
import type { Imprint } from '../platform/request/imprint.server';

export function Address({ imprint: { name, addressLines } }: { imprint: Imprint }) {
  return (
    <address>
      {[name, ...addressLines].map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
    </address>
  );
}

/** In place of the page while the club has not set who it is. */
export function Missing({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <article className="stack">
      <div className="stack stack-s">
        <WayToMembers />
        <h1>{title}</h1>
      </div>
      <p>{t('imprint.missing')}</p>
    </article>
  );
}
