import { useTranslation } from 'react-i18next';

export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip" href="#content">
      {t('shell.skip')}
    </a>
  );
}
