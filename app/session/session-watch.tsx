import { Form, useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { dropDrafts } from '../drafts/drafts';
import { listenToTabs, tellTabs } from '../platform/browser/session-channel';
import { HiddenFields, ReturnField } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { pageAnsweredAt } from './page-answered-at';
import { type Countdown, type Phase, startCountdown } from './session-countdown';

interface SessionWatchProps {
  /** An answer of the server, with the milliseconds that remained then. A new answer restarts the countdown. */
  answer: { expiresIn: number };
  /** False in ghost mode. Its banner counts down to an end that cannot be postponed. */
  canStay: boolean;
}

/** With script only: warns before the session ends, and keeps its end the same in all tabs. */
export function SessionWatch({ answer, canStay }: SessionWatchProps) {
  const { t } = useTranslation();
  const [phase, setPhase] = useState<Phase>('calm');
  const countdown = useRef<Countdown>();
  const isFirst = useRef(true);
  const stay = useFetcher();

  useEffect(() => {
    const leave = () => {
      // The server then finds the session expired, remembers this page, and shows the lock page or the login.
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

  useEffect(() => {
    const endsAt = (isFirst.current ? pageAnsweredAt() : Date.now()) + answer.expiresIn;
    isFirst.current = false;
    countdown.current?.setEnd(endsAt);
    tellTabs({ type: 'ends', at: endsAt });
  }, [answer]);

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
              <ReturnField />
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
