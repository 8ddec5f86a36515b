import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { loader } from '../root';

/** What a form needs so that a script can GET, fill and POST it. */
export function HiddenFields({ guest, csrf }: { guest?: boolean; csrf?: string }) {
  const { t } = useTranslation();
  const root = useRouteLoaderData<typeof loader>('root');
  return (
    <>
      <input type="hidden" name="csrf" value={csrf ?? root?.csrf} />
      {guest ? (
        <>
          <input type="hidden" name="form_started" value={root?.formStamp} />
          <div className="vh" aria-hidden="true">
            <label>
              {t('form.honeypot')} <input name="website" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
            </label>
          </div>
        </>
      ) : null}
    </>
  );
}
