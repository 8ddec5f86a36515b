import { Link, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { InPlaceForm } from '../platform/in-place-form';
import type { loader } from '../root';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';

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

/** On every page, until the account is kept or gone. */
export function DeletionNotice({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation();
  return (
    <div className="notice no-print">
      <p>
        {t('shell.deletion.due')} <Time at={dueAt} relative={false} />.{' '}
        <Link to="/settings/privacy">{t('shell.deletion.keep')}</Link>
      </p>
    </div>
  );
}
