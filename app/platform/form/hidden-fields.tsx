import { useLocation } from '@remix-run/react';
import { useTranslation } from '../i18n/use-translation';
import { useRootData } from '../page/root-data';

/** The hidden fields of every form. They make it complete, so that a program can GET, fill and POST it. */
export function HiddenFields({ guest, csrf }: { guest?: boolean; csrf?: string }) {
  const { t } = useTranslation();
  const root = useRootData();
  return (
    <>
      <input type="hidden" name="csrf" value={csrf ?? root?.csrf} />
      {guest ? (
        <>
          {root?.formStamp ? <input type="hidden" name="form_started" value={root.formStamp} /> : null}
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

/** Names this page, for an action that leads back to it. */
export function ReturnField() {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="return_to" value={pathname + search} />;
}
