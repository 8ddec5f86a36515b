import { useTranslation } from '../platform/i18n/use-translation';

export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip" href="#content">
      {t('shell.skip')}
    </a>
  );
}
