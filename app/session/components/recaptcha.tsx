import { useContext, useEffect, useRef } from 'react';
import { NonceContext } from '../../platform/page/nonce';

interface Grecaptcha {
  ready(run: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

/** Google accepts a token for two minutes, so it is renewed before that. */
const RENEW_MS = 100_000;

/**
 * Optional, so that it never blocks a person. It loads nothing before the first focus in the form. Without script or
 * without the service, the form is sent without a token (docs/product/session.md#registration).
 */
export function Recaptcha({ siteKey }: { siteKey: string | null }) {
  const field = useRef<HTMLInputElement>(null);
  const nonce = useContext(NonceContext);
  useEffect(() => {
    const form = field.current?.form;
    if (!siteKey || !form) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const renew = () =>
      window.grecaptcha?.ready(async () => {
        const token = await window.grecaptcha?.execute(siteKey, { action: 'submit' });
        if (field.current && token) field.current.value = token;
      });
    const load = () => {
      const script = document.createElement('script');
      script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
      if (nonce) script.nonce = nonce;
      script.onload = () => {
        renew();
        timer = setInterval(renew, RENEW_MS);
      };
      document.head.append(script);
    };
    form.addEventListener('focusin', load, { once: true });
    return () => {
      form.removeEventListener('focusin', load);
      clearInterval(timer);
    };
  }, [siteKey, nonce]);
  return siteKey ? <input ref={field} type="hidden" name="recaptcha_token" /> : null;
}
