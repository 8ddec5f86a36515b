import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { loader } from '../root';
import { Icon } from '../ui/icon';
import { InPlaceForm } from './in-place-form';

/** The specification's notice banner; hidden for the session by its button. */
export function Notice() {
  const { t } = useTranslation();
  return (
    <div className="notice no-print">
      <p>{t('shell.notice.text')}</p>
      <InPlaceForm action="/notice">
        <button type="submit" className="tool">
          <Icon name="close" />
          <span className="vh">{t('shell.notice.hide')}</span>
        </button>
      </InPlaceForm>
    </div>
  );
}

/** Stays: nobody should take a demo club for a real one. */
export function DemoNotice() {
  const { t } = useTranslation();
  const root = useRouteLoaderData<typeof loader>('root');
  return (
    <div className="notice no-print">
      <p>
        {t('shell.demo')} {root?.mailbox ? <a href="/_mail">{t('shell.demo_mail')}</a> : null}
      </p>
    </div>
  );
}
