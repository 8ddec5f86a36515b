import { Form, useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dropDrafts } from '../platform/drafts';
import { HiddenFields } from '../platform/hidden-fields';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { pageAnsweredAt } from './page-answered-at';
import { listenToTabs, tellTabs } from './session-channel';
import { type Countdown, type Phase, startCountdown } from './session-countdown';

interface SessionWatchProps {
  /** Milliseconds that were left when the server answered. */
  expiresIn: number;
  /** The answer that `expiresIn` came with: a new one starts the count anew. */
  answer: unknown;
  /** False for staff in ghost mode, whose banner counts down to an end that nothing puts off. */
  canStay: boolean;
}

/** Script only: warns before the session ends, and keeps all tabs in step with its end. */
export function SessionWatch({ expiresIn, answer, canStay }: SessionWatchProps) {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<Phase>('calm');
  const countdown = useRef<Countdown>();
  const isFirst = useRef(true);
  const stay = useFetcher();

  useEffect(() => {
    const leave = () => {
      // The server finds the session over, remembers this page, and shows Lock or Login.
      window.location.assign(window.location.pathname + window.location.search);
    };
    const running = startCountdown(Number.POSITIVE_INFINITY, (next) => {
      setPhase(next);
      if (next === 'over') leave();
    });
    countdown.current = running;
    const stopListening = listenToTabs((message) => {
      if (message.type === 'ends') return running.setEnd(message.at);
      if (message.type === 'locked') return leave();
      dropDrafts();
      window.location.assign('/login');
    });
    return () => {
      running.stop();
      stopListening();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts, also one with the same figure
  useEffect(() => {
    const endsAt = (isFirst.current ? pageAnsweredAt() : Date.now()) + expiresIn;
    isFirst.current = false;
    countdown.current?.setEnd(endsAt);
    tellTabs({ type: 'ends', at: endsAt });
  }, [expiresIn, answer]);

  if (phase !== 'warning' || !canStay) return null;
  return (
    <div className="toasts float">
      <Alert kind="warning" title={t('shell.expiry.title')} live>
        <div className="stack">
          <p>{t('shell.expiry.text')}</p>
          <div className="row">
            <stay.Form method="post" action="/stay-signed-in">
              <HiddenFields />
              <Button type="submit" small busy={stay.state !== 'idle'}>
                {t('shell.expiry.stay')}
              </Button>
            </stay.Form>
            <Form method="post" action="/lock">
              <HiddenFields />
              <Button type="submit" kind="quiet" small name="intent" value="lock">
                {t('shell.expiry.lock')}
              </Button>
            </Form>
          </div>
        </div>
      </Alert>
    </div>
  );
}
