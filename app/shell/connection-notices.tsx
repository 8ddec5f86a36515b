import { type ComponentType, useEffect, useState } from 'react';
import { type Exit, useConnection } from '../platform/browser/connection';
import { whenIdle } from '../platform/browser/idle.client';
import { useTranslation } from '../platform/i18n/use-translation';
import { useClientUpdate, watchClientUpdates } from '../realtime/client-update';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';

/** Script only: notices that come while a page is open, as toasts, or as dialogs one at a time. */
export function ConnectionNotices() {
  const { retry, heldExit, refusal } = useConnection();
  const update = useClientUpdate();
  const ScriptDialogs = useDialogs(Boolean(refusal?.isOpen) || update?.shownAs === 'dialog');
  useEffect(() => watchClientUpdates(), []);
  return (
    <>
      {retry ? (
        <div className="toasts float">
          <LostConnection retry={retry} heldExit={heldExit} />
        </div>
      ) : null}
      {ScriptDialogs ? <ScriptDialogs /> : null}
    </>
  );
}

/**
 * Returns the dialogs once their code is loaded. The code loads when the browser is idle, because a new version removes
 * the files of the old one, including the dialog that tells of the new version. If that fails, it loads when needed.
 */
function useDialogs(isNeeded: boolean) {
  const [dialogs, setDialogs] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (dialogs) return;
    const load = () =>
      void import('./script-dialogs').then(
        ({ ScriptDialogs }) => setDialogs(() => ScriptDialogs),
        () => undefined,
      );
    if (isNeeded) return load();
    return whenIdle(load);
  }, [dialogs, isNeeded]);
  return dialogs;
}

function LostConnection({ retry, heldExit }: { retry: () => void; heldExit: Exit | null }) {
  const { t } = useTranslation();
  return (
    <Alert kind="warning" title={t('shell.offline.title')} live>
      <div className="stack">
        {heldExit ? <p>{t(`shell.offline.${heldExit}`)}</p> : null}
        <p>{t('shell.offline.text')}</p>
        <div className="row">
          <Button type="button" small onClick={retry}>
            {t('ui.retry')}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
