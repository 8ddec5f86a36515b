import { useLocation, useNavigate } from '@remix-run/react';
import { type ComponentType, type MouseEvent, useId, useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Tool } from '../platform/page/tool';
import { useFormat } from '../ui/format';
import { useOpen } from '../ui/use-open';
import type { NotificationPanelProps } from './notification-panel';

/** A link to the notifications. With script a plain click opens them in a panel, whose code loads on demand. */
export function Bell({ counts }: { counts: { unread: number; read: number } }) {
  const frame = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const { language } = useFormat();
  const isScripted = useHydrated();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [isOpen, setOpen] = useOpen(key);
  const [loaded, setLoaded] = useState<{ Panel: ComponentType<NotificationPanelProps> }>();

  const load = async () => {
    const { NotificationPanel } = await import('./notification-panel');
    setLoaded({ Panel: NotificationPanel });
  };
  const loadAhead = () => {
    if (!loaded) void load().catch(() => undefined);
  };
  const toggle = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(!isOpen);
    // If the code does not load, the bell works as a link.
    if (!loaded) void load().catch(() => navigate('/notifications'));
  };
  const close = (isFocusWanted: boolean) => {
    setOpen(false);
    if (isFocusWanted) frame.current?.querySelector('a')?.focus();
  };
  return (
    <div className="menu" ref={frame}>
      <Tool
        to="/notifications"
        icon="bell"
        count={counts.unread}
        label="shell.notifications"
        aria-expanded={isScripted ? isOpen : undefined}
        aria-controls={isOpen && loaded ? panelId : undefined}
        onClick={toggle}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
      />
      {loaded ? (
        // The key is the language, because the loaded notifications are in one language.
        <loaded.Panel key={language} id={panelId} frame={frame} isOpen={isOpen} counts={counts} onClose={close} />
      ) : null}
    </div>
  );
}
