import { useEffect, useState } from 'react';
import { holdsUnsentInput } from '../drafts/drafts';
import { useDialogTurn } from '../platform/browser/dialog-queue';
import { useTranslation } from '../platform/i18n/use-translation';
import { routerState } from '../platform/remix/router.client';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { applyUpdate, postponeUpdate, useClientUpdate } from './client-update';
import { startUpdateCountdown } from './update-countdown';

/** Reloads the page automatically after five seconds, but never while a form has unsent input. */
export function UpdateDialog() {
  const { t } = useTranslation();
  const isOpen = useDialogTurn('update', useClientUpdate()?.shownAs === 'dialog');
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    return startUpdateCountdown({
      isHeld: () => holdsUnsentInput() || isSending(),
      onHold: setHeld,
      onOver: () => void applyUpdate(),
    });
  }, [isOpen]);
  return (
    <Dialog id="update" title={t('shell.update.title')} open={isOpen} unasked onClose={postponeUpdate}>
      <div role="status">
        <Alert kind="warning">{t(isHeld ? 'shell.update.held' : 'shell.update.text')}</Alert>
      </div>
      <div className="row">
        <Button type="button" onClick={() => void applyUpdate()}>
          {t('shell.update.apply')}
        </Button>{' '}
        <Button type="button" kind="quiet" onClick={postponeUpdate}>
          {t('shell.update.later')}
        </Button>
      </div>
    </Dialog>
  );
}

function isSending() {
  const { navigation, fetchers } = routerState();
  return [navigation, ...fetchers.values()].some(({ state }) => state !== 'idle');
}
