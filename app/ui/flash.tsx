import type { ReactNode } from 'react';
import { Alert, type MessageKind } from './alert';
import { Icon } from './icon';

export interface FlashProps {
  kind: MessageKind;
  children: ReactNode;
}

/** The answer to the last action, above the h1. An error is never a toast. */
export function Flash({ kind, children }: FlashProps) {
  if (kind === 'warning' || kind === 'error') {
    return (
      <div className="toasts">
        <Alert kind={kind} live>
          {children}
        </Alert>
      </div>
    );
  }
  return (
    <div className="toasts" role="status">
      <div className="toast">
        <Icon name={kind === 'success' ? 'check' : 'info'} />
        <div>{children}</div>
      </div>
    </div>
  );
}
