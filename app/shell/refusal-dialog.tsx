import { useNavigation } from '@remix-run/react';
import { type Connection, closeRefusal } from '../platform/browser/connection';
import { useDialogTurn } from '../platform/browser/dialog-queue';
import { waitingTime } from '../platform/form/waiting-time';
import { useTranslation } from '../platform/i18n/use-translation';
import { Dialog } from '../ui/dialog';

/**
 * Tells why the server refused a form: too many requests, a server error, maintenance
 * (docs/product/shell.md#error-catalogue).
 */
export function RefusalDialog({ refusal }: { refusal: NonNullable<Connection['refusal']> }) {
  const { t } = useTranslation();
  const { status, statusText, retryAfter, isOpen } = refusal;
  const kind = status === 429 ? 'too_many' : status === 503 ? 'maintenance' : 'server';
  // Waits until the answer is shown. It sets the focus, and the dialog gives the focus back to that element.
  const isShown = useNavigation().state === 'idle';
  return (
    <Dialog
      id="refusal"
      title={status !== 429 && statusText ? statusText : t(`problem.${kind}.title`)}
      open={useDialogTurn('refusal', isOpen && isShown)}
      onClose={closeRefusal}
    >
      <p>{t(`problem.${kind}.text`)}</p>
      {retryAfter ? <p>{waitingTime(t, retryAfter)}</p> : null}
    </Dialog>
  );
}
