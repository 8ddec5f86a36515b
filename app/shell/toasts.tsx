import { Link } from '@remix-run/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../platform/connection';
import { Alert, type MessageKind } from '../ui/alert';
import { Button } from '../ui/button';
import { iconForClass } from '../ui/icon-names';
import type { NotificationEvent } from './realtime-events';
import { shownMs } from './toast-list';

interface ToastsProps {
  toasts: NotificationEvent[];
  onClose(id: string): void;
}

/** A live region that is there before anything comes, so that every toast is announced, and by itself. */
export function Toasts({ toasts, onClose }: ToastsProps) {
  const { t } = useTranslation();
  // The toast of a lost network stands in the same place, and has an answer to give.
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
  const hold = useHold();
  const isPaused = useHidden() || hold.isHeld || isHeld;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` is another one with each render
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(onClose, shownMs(toast));
    return () => clearTimeout(timer);
  }, [isPaused, toast]);
  const close = () => {
    // The focus would be lost with the button.
    document.getElementById('content')?.focus({ preventScroll: true });
    onClose();
  };
  return (
    <div {...hold.props}>
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

/** Whoever points at it or has the focus in it is reading. */
function useHold() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const props = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
  return { isHeld: isPointed || isFocused, props };
}

/** What came while nobody looked waits until somebody does. */
const useHidden = () =>
  useSyncExternalStore(
    (onChange) => {
      document.addEventListener('visibilitychange', onChange);
      return () => document.removeEventListener('visibilitychange', onChange);
    },
    () => document.hidden,
    () => false,
  );
