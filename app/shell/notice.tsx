import { InPlaceForm } from '../platform/form/in-place-form';
import { useTranslation } from '../platform/i18n/use-translation';
import { MailboxLink } from '../platform/page/mailbox-link';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Time } from '../ui/time';

/** The notice banner of the specification. Its button hides it until the browser is closed. */
export function Notice() {
  const { t } = useTranslation();
  return (
    <div className="notice no-print">
      <p>{t('shell.notice.text')}</p>
      <InPlaceForm action="/notice">
        <button type="submit" className="tool" onClick={focusContent}>
          <Icon name="close" />
          <span className="vh">{t('shell.notice.hide')}</span>
        </button>
      </InPlaceForm>
    </div>
  );
}

/** Moves the focus, because the button that has it disappears. */
const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true });

/** Cannot be hidden, so that nobody takes a demo club for a real one. */
export function DemoNotice() {
  const { t } = useTranslation();
  return (
    <div className="notice no-print">
      <p>
        {t('shell.demo')} <Link to="/demo">{t('shell.demo_page')}</Link> <MailboxLink />
      </p>
    </div>
  );
}

/** Shown on every page until the member keeps the account or it is deleted. */
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
