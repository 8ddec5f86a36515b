import { useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { type Connection, closeRefusal } from '../platform/connection';
import { waitingTime } from '../platform/waiting-time';
import { Dialog } from '../ui/dialog';
import { useDialogTurn } from './dialog-queue';

/** What a form met with: too many requests, a fault of the server, maintenance (product/shell.md, error catalogue). */
export function RefusalDialog({ refusal }: { refusal: NonNullable<Connection['refusal']> }) {
  const { t } = useTranslation();
  const { status, statusText, retryAfter, isOpen } = refusal;
  const kind = status === 429 ? 'too_many' : status === 503 ? 'maintenance' : 'server';
  // The answer is shown first: what it puts the focus on has it again when the dialog closes.
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
