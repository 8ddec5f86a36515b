import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';

export interface MenuProps {
  /** The text of the button. */
  label: ReactNode;
  /** `tool` in the top bar, a secondary button elsewhere. */
  look?: 'tool' | 'button';
  /** The edge where button and panel align. */
  align?: 'start' | 'end';
  open?: boolean;
  /** Links and buttons. A form with several buttons takes the class `panel` itself. */
  children: ReactNode;
}

/** A disclosure that works without script. With script, Escape, a press elsewhere or a lost focus closes it. */
export function Menu({ label, look = 'button', align = 'end', open, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const menu = details.current;
    if (!menu) return;
    const close = () => menu.removeAttribute('open');
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) close();
    };
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.open) return;
      close();
      menu.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    menu.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      menu.removeEventListener('keydown', closeByEscape);
    };
  }, []);

  return (
    <details ref={details} className={classNames('menu', align === 'start' && 'start')} open={open}>
      <summary className={look === 'tool' ? 'tool' : 'btn second'}>
        {label}
        {look === 'button' && <Icon name="down" className="post" />}
      </summary>
      {children}
    </details>
  );
}

/** The content of a menu that is not a form. */
export function MenuPanel({ children }: { children: ReactNode }) {
  return <div className="panel">{children}</div>;
}

/** A part of the page that unfolds, such as the table of a chart. */
export function Fold({ label, open, children }: { label: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="fold" open={open}>
      <summary>
        <Icon name="down" />
        {label}
      </summary>
      {children}
    </details>
  );
}
