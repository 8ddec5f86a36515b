import { type FormEvent, useRef } from 'react';
import { type FormAnswer, PlainForm, plainField } from '../../platform/form/plain-form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { controlAttributes, Field } from '../../ui/field';
import { SoilLine } from '../components/places';
import { AttemptTable } from './attempts';
import { Camera } from './camera';
import type { LoadedDoor } from './door.server';
import { OutcomeMessage } from './outcome';
import { useDoor } from './use-door';

export const SCAN_FORM = 'check-code';

/** The result of the last code, and the field for the next one. With script, also the camera and work without a network. */
export function ScanCard({ door, answer }: { door: LoadedDoor; answer: FormAnswer | undefined }) {
  const { t } = useTranslation('door');
  const { appointment, expected, present } = door;
  const { result, check, waiting, late, problem } = useDoor(door);
  const field = useRef<HTMLInputElement>(null);
  const shown = result ?? door.result;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const input = field.current;
    const text = input?.value.trim();
    if (!input || !text) return;
    event.preventDefault();
    check(text);
    input.value = '';
    input.focus();
  };
  const { defaultValue: _typed, errors, name, id } = plainField(SCAN_FORM, answer, 'code');
  const control = { name, id, errors, label: t('code.label'), hint: t('code.hint') };
  return (
    <>
      {problem ? <Alert kind="error">{t(problem === 401 ? 'problem.locked' : 'problem.other')}</Alert> : null}
      {shown ? <OutcomeMessage result={shown} timeZone={appointment.timezone} /> : null}
      {waiting > 0 ? <Alert kind="warning">{t('queue.waiting', { count: waiting })}</Alert> : null}
      {late.length > 0 ? (
        <Card title={t('queue.late')} flush>
          <AttemptTable attempts={late} timeZone={appointment.timezone} caption={t('queue.late')} />
        </Card>
      ) : null}
      <Card title={t('code.title')} end={t('present', { present, count: expected })}>
        <div className="stack">
          <SoilLine taken={present} total={expected} />
          <PlainForm id={SCAN_FORM} answer={answer} labels={{ code: control.label }} onSubmit={onSubmit}>
            <Field field={control}>
              <span className="join">
                <input
                  {...controlAttributes(control)}
                  ref={field}
                  type="text"
                  className="input scan"
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                  maxLength={400}
                  required
                />
                <Button>{t('code.check')}</Button>
              </span>
            </Field>
          </PlainForm>
          <Camera onCode={check} />
        </div>
      </Card>
    </>
  );
}
