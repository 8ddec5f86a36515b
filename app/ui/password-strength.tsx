import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { type Strength, strengthOf } from './strength';

/** Says in words how good the new password above looks. It stays empty until something is typed. */
export function PasswordStrength({ id, input }: { id: string; input: RefObject<HTMLInputElement> }) {
  const { t } = useTranslation();
  const [strength, setStrength] = useState<Strength | null>(null);
  useEffect(() => {
    const field = input.current;
    const judge = () => {
      const email = field?.form?.querySelector<HTMLInputElement>('input[type="email"]')?.value ?? '';
      setStrength(field?.value ? strengthOf(field.value, email) : null);
    };
    // Judges also what was typed before script loaded, and the empty field of a form that came back refused, which is
    // emptied after this effect and without an event.
    judge();
    const later = window.setTimeout(judge);
    field?.addEventListener('input', judge);
    return () => {
      window.clearTimeout(later);
      field?.removeEventListener('input', judge);
    };
  });
  return (
    <p className={strength ? 'hint' : 'vh'} id={id} aria-live="polite">
      {strength ? t(`ui.password.${strength}`) : null}
    </p>
  );
}
