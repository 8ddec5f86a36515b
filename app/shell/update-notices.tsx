import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { holdsUnsentInput } from '../platform/drafts';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { applyUpdate, postponeUpdate, useClientUpdate } from './client-update';
import { useDialogTurn } from './dialog-queue';
import { startUpdateCountdown } from './update-countdown';

/** Loads the page anew by itself after five seconds, and never while a form holds what was not sent. */
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
      <Alert kind="warning">{t('shell.update.text')}</Alert>
      <p role="status">{isHeld ? t('shell.update.held') : null}</p>
      <Choices />
    </Dialog>
  );
}

function isSending() {
  const { navigation, fetchers } = window.__remixRouter.state;
  return [navigation, ...fetchers.values()].some(({ state }) => state !== 'idle');
}

/** Where nobody is to be interrupted: says that there is an update, and does nothing by itself. */
export function UpdateFlag() {
  const { t } = useTranslation();
  if (useClientUpdate()?.shownAs !== 'flag') return null;
  return (
    <div role="status">
      <Alert kind="warning" title={t('shell.update.title')}>
        <div className="stack">
          <p>{t('shell.update.when_ready')}</p>
          <Choices small />
        </div>
      </Alert>
    </div>
  );
}

function Choices({ small }: { small?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="row">
      <Button type="button" small={small} onClick={() => void applyUpdate()}>
        {t('shell.update.apply')}
      </Button>
      <Button type="button" small={small} kind="quiet" onClick={postponeUpdate}>
        {t('shell.update.later')}
      </Button>
    </div>
  );
}
