import { useContext, useEffect, useRef } from 'react';
import { NonceContext } from '../../platform/nonce';

interface Grecaptcha {
  ready(run: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

/** A token lives two minutes with Google, so it is renewed before that. */
const RENEW_MS = 100_000;

/**
 * Optional, and never a wall: nothing is loaded before the first focus in the form, and without script, or with the
 * service out of reach, the form goes without a token (product/session.md, bots).
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
