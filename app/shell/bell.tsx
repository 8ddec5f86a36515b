import { useLocation, useNavigate } from '@remix-run/react';
import { type ComponentType, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useFormat } from '../ui/format';
import { useScripted } from '../ui/scripted';
import type { NotificationPanelProps } from './notification-panel';
import { Tool } from './tool';

/** A link to the notifications; with script a plain click opens them in a panel, whose code comes when it is wanted. */
export function Bell({ counts }: { counts: { unread: number; read: number } }) {
  const frame = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const { language } = useFormat();
  const isScripted = useScripted();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ Panel: ComponentType<NotificationPanelProps> }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the panel
  useEffect(() => setOpen(false), [key]);

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
    // Without its code the bell is the link that it is in the HTML.
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
        // What it has loaded is in one language.
        <loaded.Panel key={language} id={panelId} frame={frame} isOpen={isOpen} counts={counts} onClose={close} />
      ) : null}
    </div>
  );
}
