import { useEffect, useState } from 'react';
import { Button } from '../../ui/button';
import { type FieldMetadata, fieldProps } from '../../ui/conform-field';
import { CodeField } from '../../ui/text-field';
import { useTranslation } from '../i18n/use-translation';
import type { PlannedVerification } from './verification.server';

interface VerificationStepProps {
  step: PlannedVerification;
  meta: FieldMetadata;
  /** What the code confirms. The text follows “With this code you confirm:”. */
  confirms: string;
}

/**
 * The verification step in a protected form: the field for the code from the app or the e-mail, with what it confirms
 * and a button for another e-mail. Before the first e-mail it shows the address. It is empty if the member has no
 * method (docs/product/session.md). A code from the app is valid for any action, so only the text at the field names
 * this one.
 */
export function VerificationStep({ step, meta, confirms }: VerificationStepProps) {
  const { t } = useTranslation();
  const { method, target, again, isNew } = step;
  if (method === 'none') return null;
  const subject = <strong>{t('verification.confirms', { what: confirms })}</strong>;
  if (method === 'totp') {
    const hint = (
      <>
        {subject} {t('verification.app_check')} {t('verification.app_hint')}
      </>
    );
    return <CodeField {...fieldProps(meta)} required label={t('verification.app')} hint={hint} autoFocus={isNew} />;
  }
  if (!again) return <p className="muted">{t('verification.will_send', { target })}</p>;
  return (
    <div className="stack stack-s">
      <input type="hidden" name="verification_again" value={again.at} />
      <CodeField
        {...fieldProps(meta)}
        required
        label={t('verification.mail')}
        hint={
          <>
            {subject} {t('verification.mail_hint', { target })}
          </>
        }
        // The code field is far below the typed fields. `autoFocus` moves there, also without script.
        autoFocus={isNew}
      />
      <SendAgain key={again.at} inSeconds={again.inSeconds} />
    </div>
  );
}

/**
 * Without script the member may press it too early. The answer then tells how long to wait. Enter in a field presses the
 * first button of the form, even a disabled one, so a hidden button that confirms comes before this one.
 */
function SendAgain({ inSeconds }: { inSeconds: number }) {
  const { t } = useTranslation();
  const wait = useCountdown(inSeconds);
  return (
    <p className="row small">
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        {t('verification.confirm')}
      </button>{' '}
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

/** Returns the remaining seconds; 0 until script runs. */
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
