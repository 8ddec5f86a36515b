import type { ReactNode } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { LinkButton } from './button';
import { Growth, type Stage } from './growth';

export interface EmptyStateProps {
  drawing?: Stage;
  title: string;
  /** 2 where no card is around it. */
  level?: 2 | 3;
  /** Says what will be here. */
  children: ReactNode;
  /** One link or button that leads on. */
  action?: ReactNode;
}

export function EmptyState({ drawing = 'seedling', title, level = 3, children, action }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="empty">
      <Growth stage={drawing} />
      <Heading>{title}</Heading>
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
