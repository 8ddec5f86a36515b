import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon } from './icon';
import type { IconName } from './icon-names';

export type Tone = 'good' | 'warn' | 'stop' | 'info';

const SIGNS: Record<Tone, IconName> = { good: 'check', warn: 'clock', stop: 'stop', info: 'info' };

export interface BadgeProps {
  /** Colour never carries the meaning alone: an icon goes with it, and the word says it. */
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}

export function Badge({ tone, icon, children }: BadgeProps) {
  const sign = icon ?? (tone && SIGNS[tone]);
  return (
    <span className={classNames('badge', tone)}>
      {sign && <Icon name={sign} />}
      {children}
    </span>
  );
}
