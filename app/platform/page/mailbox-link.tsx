import { useTranslation } from '../i18n/use-translation';
import { useRootData } from './root-data';

/**
 * Leads to the mailbox of a demo club. It opens in a new tab, because a member who waits for a code without script is on
 * the answer to a form, to which no browser goes back.
 */
export function MailboxLink() {
  const { t } = useTranslation();
  if (!useRootData()?.mailbox) return null;
  return (
    <a href="/_mail" target="_blank" rel="noopener">
      {t('shell.demo_mail')}
    </a>
  );
}
