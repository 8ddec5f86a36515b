import { useTranslation } from '../platform/i18n/use-translation';
import { Button } from '../ui/button';
import { applyUpdate, useClientUpdate } from './client-update';

/**
 * Script only: a line about a new version, on pages that no dialog may interrupt (specification, section 4,
 * Growing:Sale). The page does not reload by itself.
 */
export function UpdateFlag() {
  const { t } = useTranslation();
  if (useClientUpdate()?.shownAs !== 'flag') return null;
  return (
    <div className="toasts no-print" role="status">
      <p className="row small muted">
        <span>{t('shell.update.ready')}</span>{' '}
        <Button type="button" kind="link" onClick={() => void applyUpdate()}>
          {t('shell.update.reload')}
        </Button>
      </p>
    </div>
  );
}
