import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from './button';
import { Growth, type Stage } from './growth';

export interface EmptyStateProps {
  drawing?: Stage;
  title: string;
  /** What will be here. */
  children: ReactNode;
  /** One way on. */
  action?: ReactNode;
}

export function EmptyState({ drawing = 'seedling', title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Growth stage={drawing} />
      <h3>{title}</h3>
      <p>{children}</p>
      {action}
    </div>
  );
}

export interface CardFailureProps {
  /** What is missing, and that the rest of the page is right. */
  children: ReactNode;
  /** Where trying again leads: most often the page itself. */
  retry: string;
}

/** The inside of a card whose module did not answer. */
export function CardFailure({ children, retry }: CardFailureProps) {
  const { t } = useTranslation();
  return (
    <div className="stack">
      <p className="muted">{children}</p>
      <p>
        <LinkButton kind="second" small to={retry}>
          {t('ui.retry')}
        </LinkButton>
      </p>
    </div>
  );
}

/** Only with script, while a part loads: a page from the server is never half there. */
export function Skeleton() {
  const { t } = useTranslation();
  return (
    <>
      <div className="stack" aria-hidden="true">
        <span className="skel tall" />
        <span className="skel" />
        <span className="skel half" />
      </div>
      <p className="vh" role="status">
        {t('ui.loading')}
      </p>
    </>
  );
}
