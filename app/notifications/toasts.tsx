import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useConnection } from '../platform/browser/connection';
import { useTranslation } from '../platform/i18n/use-translation';
import { Alert, type MessageKind } from '../ui/alert';
import { Button } from '../ui/button';
import { iconForClass } from '../ui/icon-names';
import { Link } from '../ui/link';
import { useLatest } from '../ui/use-latest';
import type { NotificationEvent } from './notification-event';
import { shownMs } from './toast-list';

interface ToastsProps {
  toasts: NotificationEvent[];
  onClose(id: string): void;
}

/** A live region. It exists before the first toast, so that screen readers announce every toast, each on its own. */
export function Toasts({ toasts, onClose }: ToastsProps) {
  const { t } = useTranslation();
  // The toast of a lost connection has the same place. It comes first, because it needs an answer.
  const isCovered = useConnection().retry !== null;
  return (
    <div className="toasts float" role="log" aria-label={t('shell.toasts.label')} hidden={isCovered}>
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} isHeld={isCovered} onClose={() => onClose(toast.id)} />
      ))}
    </div>
  );
}

const KINDS: Record<string, MessageKind> = { success: 'success', warning: 'warning', error: 'error', danger: 'error' };

function Toast({ toast, isHeld, onClose }: { toast: NotificationEvent; isHeld: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const isPaused = useHidden() || isHeld;
  const expire = useLatest(onClose);
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => {
      // Waits while the pointer or the focus is in a toast. A toast that goes would move the one being read.
      if (!element.current?.parentElement?.matches(':hover, :focus-within')) expire.current();
    }, shownMs(toast));
    return () => clearInterval(timer);
  }, [isPaused, toast, expire]);
  const close = () => {
    // The button that has the focus disappears.
    document.getElementById('content')?.focus({ preventScroll: true });
    onClose();
  };
  return (
    <div ref={element}>
      <Alert kind={KINDS[toast.status] ?? 'info'} icon={iconForClass(toast.class)} title={toast.title}>
        <div className="stack stack-s">
          {toast.description ? <p>{toast.description}</p> : null}
          <div className="row">
            {toast.path ? (
              <Link to={toast.path} onClick={onClose} aria-label={t('shell.toasts.open_named', { title: toast.title })}>
                {t('shell.toasts.open')}
              </Link>
            ) : null}
            <Button
              type="button"
              kind="link"
              small
              onClick={close}
              aria-label={t('shell.toasts.close_named', { title: toast.title })}
            >
              {t('ui.close')}
            </Button>
          </div>
        </div>
      </Alert>
    </div>
  );
}

/** Whether the tab is hidden. Toasts do not expire while it is. */
const useHidden = () =>
  useSyncExternalStore(
    (onChange) => {
      document.addEventListener('visibilitychange', onChange);
      return () => document.removeEventListener('visibilitychange', onChange);
    },
    () => document.hidden,
    () => false,
  );
