import { useSyncExternalStore } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { discardRestored, isRestored, listenToRestored } from './drafts';

/** Script only: tells that the forms of this page hold a restored draft. */
export function DraftNote() {
  const { t } = useTranslation();
  const isBack = useSyncExternalStore(listenToRestored, isRestored, () => false);
  if (!isBack) return null;
  return (
    <div className="toasts" role="status">
      <Alert>
        <div className="row row-ends">
          <span>{t('shell.draft.restored')}</span>
          <Button type="button" kind="link" onClick={() => discardRestored(Date.now())}>
            {t('shell.draft.discard')}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
