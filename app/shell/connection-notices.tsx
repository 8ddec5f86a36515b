import { useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { type Connection, tellConnection, useConnection } from '../platform/connection';
import { waitingTime } from '../platform/waiting-time';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Script only: the lost network as a toast, and a refusal as a dialog, one at a time (product/shell.md, error catalogue). */
export function ConnectionNotices() {
  const { retry, refusal } = useConnection();
  return (
    <>
      {retry ? <LostConnection retry={retry} /> : null}
      {refusal ? <RefusalDialog refusal={refusal} /> : null}
    </>
  );
}

function LostConnection({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="toasts float">
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
    </div>
  );
}

function RefusalDialog({ refusal }: { refusal: NonNullable<Connection['refusal']> }) {
  const { t } = useTranslation();
  const { status, statusText, retryAfter, isOpen } = refusal;
  const kind = status === 429 ? 'too_many' : status === 503 ? 'maintenance' : 'server';
  // The answer is shown first: what it puts the focus on has it again when the dialog closes.
  const isShown = useNavigation().state === 'idle';
  return (
    <Dialog
      id="refusal"
      title={status !== 429 && statusText ? statusText : t(`problem.${kind}.title`)}
      open={isOpen && isShown}
      onClose={() => tellConnection({ refusal: { ...refusal, isOpen: false } })}
    >
      <p>{t(`problem.${kind}.text`)}</p>
      {retryAfter ? <p>{waitingTime(t, retryAfter)}</p> : null}
    </Dialog>
  );
}
