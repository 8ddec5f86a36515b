import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from './button';
import { Growth, type Stage } from './growth';

export interface EmptyStateProps {
  drawing?: Stage;
  title: string;
  /** Says what will be here. */
  children: ReactNode;
  /** One link or button that leads on. */
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
  /** Says what is missing, and that the rest of the page is right. */
  children: ReactNode;
  /** The address that tries again, usually the page itself. */
  retry: string;
}

/** The content of a card whose module did not answer. */
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

/** A placeholder while a part loads. It appears only with script, because a page from the server is always complete. */
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
