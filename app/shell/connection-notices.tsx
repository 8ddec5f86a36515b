import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../platform/connection';
import { whenIdle } from '../platform/idle.client';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { useClientUpdate, watchClientUpdates } from './client-update';

/** Script only: what comes up while a page is open, as toasts, and as dialogs one at a time. */
export function ConnectionNotices() {
  const { retry, refusal } = useConnection();
  const update = useClientUpdate();
  const dialogs = useDialogs(Boolean(refusal?.isOpen) || update !== null);
  useEffect(() => watchClientUpdates(), []);
  const flag = update?.shownAs === 'flag' && dialogs ? <dialogs.UpdateFlag /> : null;
  return (
    <>
      {retry || flag ? (
        <div className="toasts float">
          {retry ? <LostConnection retry={retry} /> : null}
          {flag}
        </div>
      ) : null}
      {dialogs ? <dialogs.ScriptDialogs /> : null}
    </>
  );
}

type Dialogs = Record<'ScriptDialogs' | 'UpdateFlag', ComponentType>;

/**
 * The dialogs' code: loaded when the browser is idle, since a new version takes the files of the old one away, and with
 * them the dialog that would tell of it. What could not be loaded then is asked for again when it is needed.
 */
function useDialogs(isNeeded: boolean) {
  const [dialogs, setDialogs] = useState<Dialogs | null>(null);
  useEffect(() => {
    if (dialogs) return;
    const load = () =>
      void import('./script-dialogs').then(
        ({ ScriptDialogs, UpdateFlag }) => setDialogs({ ScriptDialogs, UpdateFlag }),
        () => undefined,
      );
    if (isNeeded) return load();
    return whenIdle(load);
  }, [dialogs, isNeeded]);
  return dialogs;
}

function LostConnection({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert kind="warning" title={t('shell.offline.title')} live>
      <div className="stack">
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
