import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { type FieldMetadata, fieldProps } from '../ui/conform-field';
import { CodeField } from '../ui/text-field';
import type { PlannedVerification } from './verification.server';

/**
 * The verification step inside a protected form: the field for the code of the app or of the mail, with a way to another
 * mail; before one was sent, where it will go; nothing where the member has neither (product/session.md).
 */
export function VerificationStep({ step, meta }: { step: PlannedVerification; meta: FieldMetadata }) {
  const { t } = useTranslation();
  const { method, target, again, isNew } = step;
  if (method === 'none') return null;
  if (method === 'totp') {
    return <CodeField {...fieldProps(meta)} required label={t('verification.app')} hint={t('verification.app_hint')} />;
  }
  if (!again) return <p className="muted">{t('verification.will_send', { target })}</p>;
  return (
    <div className="stack stack-s">
      <input type="hidden" name="verification_again" value={again.at} />
      <CodeField
        {...fieldProps(meta)}
        required
        label={t('verification.mail')}
        hint={t('verification.mail_hint', { target })}
        // What is asked for now stands far below what was typed; this leads there without script, too.
        autoFocus={isNew}
      />
      <SendAgain key={again.at} inSeconds={again.inSeconds} />
    </div>
  );
}

/** Without script it may be pressed too early, and is told how long to wait. */
function SendAgain({ inSeconds }: { inSeconds: number }) {
  const { t } = useTranslation();
  const wait = useCountdown(inSeconds);
  return (
    <p className="row small">
      <Button
        type="submit"
        kind="link"
        name="verification_intent"
        value="send"
        formNoValidate
        disabled={wait > 0}
        aria-describedby={wait > 0 ? 'verification-wait' : undefined}
      >
        {t('verification.send_again')}
      </Button>
      {wait > 0 ? (
        <span id="verification-wait" className="muted">
          {t('verification.wait', { count: wait })}
        </span>
      ) : null}
    </p>
  );
}

/** Seconds left; 0 until script runs. */
function useCountdown(seconds: number) {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
