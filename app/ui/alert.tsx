import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import type { IconName } from './icon-names';

export type MessageKind = 'success' | 'info' | 'warning' | 'error';

const LOOKS: Record<MessageKind, { tone?: string; icon: IconName }> = {
  success: { tone: 'good', icon: 'check' },
  info: { icon: 'info' },
  warning: { tone: 'warn', icon: 'clock' },
  error: { tone: 'stop', icon: 'stop' },
};

export interface AlertProps {
  kind?: MessageKind;
  icon?: IconName;
  /** The first words, in bold. */
  title?: string;
  /** Screen readers announce the alert at once when a script adds it to the page. */
  live?: boolean;
  children: ReactNode;
}

export function Alert({ kind = 'info', icon, title, live, children }: AlertProps) {
  const { tone, icon: sign } = LOOKS[kind];
  return (
    <div className={classNames('alert', tone)} role={live ? 'alert' : undefined}>
      <Icon name={icon ?? sign} />
      <div>
        {title && <strong>{title}</strong>} {children}
      </div>
    </div>
  );
}
