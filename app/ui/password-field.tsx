import { type ComponentPropsWithoutRef, type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { useTranslation } from '../platform/i18n/use-translation';
import { classNames } from './class-names';
import { controlAttributes, Field, type FieldProps, splitField } from './field';
import { Icon } from './icon';

export interface PasswordFieldProps extends FieldProps, Omit<ComponentPropsWithoutRef<'input'>, keyof FieldProps> {
  autoComplete: 'current-password' | 'new-password';
  /** Judges a new password. It is given from outside, so that only the pages for new passwords load it. */
  meter?: ComponentType<{ id: string; input: RefObject<HTMLInputElement> }>;
}

/** The server never fills it in again. With script a button shows the password until the form is sent. */
export function PasswordField(props: PasswordFieldProps) {
  const [field, { defaultValue: _typed, value: _value, meter: Meter, ...control }] = splitField(props);
  const { t } = useTranslation();
  const scripted = useHydrated();
  const strengthId = scripted && Meter ? `${field.id}-strength` : undefined;
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const form = input.current?.form;
    // The type changes before the browser reads the form. Otherwise it would offer the password as a suggestion later.
    const hide = () => {
      if (input.current) input.current.type = 'password';
      setShown(false);
    };
    form?.addEventListener('submit', hide, true);
    return () => form?.removeEventListener('submit', hide, true);
  }, []);

  return (
    <Field field={field} limits={control}>
      <div className={scripted ? 'join' : undefined}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...control}
          {...controlAttributes({ ...field, describedBy: classNames(field.describedBy, strengthId) })}
          ref={input}
          type={shown ? 'text' : 'password'}
          className="input"
        />
        {scripted ? (
          <button
            type="button"
            className="btn second"
            aria-pressed={shown}
            aria-controls={field.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
            <span className="vh">{t('ui.reveal_password')}</span>
          </button>
        ) : null}
      </div>
      {Meter && strengthId ? <Meter id={strengthId} input={input} /> : null}
    </Field>
  );
}
