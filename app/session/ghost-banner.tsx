import { Form } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { dropDrafts } from '../drafts/drafts';
import { HiddenFields } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';
import styles from './ghost-banner.css?url';
import type { ghostOf } from './ghost-banner.server';
import { pageAnsweredAt } from './page-answered-at';

interface GhostBannerProps {
  ghost: NonNullable<ReturnType<typeof ghostOf>>;
  /** The remaining milliseconds when the server answered. */
  expiresIn: number;
}

/** Stands above every page in ghost mode, so that staff do not take the area for their own. */
export function GhostBanner({ ghost, expiresIn }: GhostBannerProps) {
  const { t } = useTranslation();
  const { actor, name, until, readOnly } = ghost;
  return (
    <aside className="ghost" aria-label={t('shell.ghost.label')}>
      <link rel="stylesheet" href={styles} />
      <Icon name="eye" />
      <p>
        <strong>{t('shell.ghost.label')}:</strong> {t('shell.ghost.who', { actor, name })}{' '}
        {t(readOnly ? 'shell.ghost.read_only' : 'shell.ghost.writing')} {t('shell.ghost.until')}{' '}
        <Time at={until} format="time" relative={false} />
        <Countdown expiresIn={expiresIn} />
      </p>
      <Form method="post" action="/leave-ghost-mode" onSubmit={dropDrafts}>
        <HiddenFields />
        <Button type="submit" small>
          {t('shell.ghost.leave')}
        </Button>
      </Form>
    </aside>
  );
}

/** With script only: `29:59` to `0:00`, by the server's clock. */
function Countdown({ expiresIn }: { expiresIn: number }) {
  const [left, setLeft] = useState<number | null>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const endsAt = (isFirst.current ? pageAnsweredAt() : Date.now()) + expiresIn;
    isFirst.current = false;
    const count = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [expiresIn]);
  if (left === null) return null;
  return (
    <>
      {' '}
      <span className="num" role="timer" aria-live="off">
        ({Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')})
      </span>
    </>
  );
}
