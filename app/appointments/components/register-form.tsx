import { mostGuests, mostNotes } from '../../../upstream/contract/appointment-facts';
import { type FormAnswer, PlainForm, plainField, sentText } from '../../platform/form/plain-form';
import { useIsSending } from '../../platform/form/use-is-sending';
import type { Translate } from '../../platform/i18n/texts';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckboxField } from '../../ui/checkbox-field';
import { Icon } from '../../ui/icon';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { TextField } from '../../ui/text-field';
import { TextareaField } from '../../ui/textarea-field';
import { Time } from '../../ui/time';
import type { ShownAppointment } from '../appointment.server';
import { appointmentPath, ticketPath } from '../appointment-path';
import { PlacesLeft, SoilLine } from './places';
import { useSpanWords } from './when';

export const REGISTER_FORM = 'register-ticket';

const limits = { name: { maxLength: 80 }, notes: { maxLength: mostNotes } };

interface RegisterFormProps {
  shown: ShownAppointment;
  answer: FormAnswer | undefined;
}

/** The party of the member. The waiting list is asked for where a party may not find room. */
export function RegisterForm({ shown: { appointment, typed, idempotencyKey }, answer }: RegisterFormProps) {
  const { t } = useTranslation('appointment');
  const { label, price, currency, capacity, available, open_to, largest_waiting, overlaps } = appointment;
  const here = appointmentPath(label);
  const isFull = open_to === 0;
  const labels = {
    overlap: t('register.overlap'),
    name: t('register.name'),
    guests: t('register.guests'),
    notes: t('register.notes'),
    wait: t('register.wait'),
  };
  const field = (name: keyof typeof typed) => plainField(REGISTER_FORM, answer, name, typed[name]);
  const end = price ? (
    <span className="end muted">
      <Money amount={price} currency={currency} /> {t('places.each')}
    </span>
  ) : null;
  return (
    <Card id="register" title={t('register.title')} end={end}>
      <PlainForm id={REGISTER_FORM} answer={answer} labels={labels} limits={limits} action={here}>
        <div className="stack stack-s">
          <SoilLine taken={capacity - available} total={capacity} />
          <p className="small">
            <strong>
              <PlacesLeft of={appointment} />.
            </strong>{' '}
            {largest_waiting && available > 0 ? (
              <span className="muted">{t('register.party_waits', { count: largest_waiting })}</span>
            ) : null}
          </p>
        </div>
        <Overlaps overlaps={overlaps}>
          <CheckboxField
            {...plainField(REGISTER_FORM, answer, 'overlap')}
            defaultValue={undefined}
            label={labels.overlap}
            defaultChecked={sentText(answer, 'overlap', typed.overlap) === 'on'}
          />
        </Overlaps>
        <TextField {...field('name')} label={labels.name} autoComplete="name" maxLength={80} required />
        <TextareaField
          {...field('guests')}
          label={labels.guests}
          hint={guestsHint(t, open_to)}
          rows={3}
          optional
          autoComplete="off"
        />
        <TextareaField {...field('notes')} label={labels.notes} rows={2} maxLength={mostNotes} optional />
        {isFull ? <input type="hidden" name="wait" value="on" /> : null}
        {!isFull && (open_to <= mostGuests || answer?.error?.wait) ? (
          <CheckboxField
            {...plainField(REGISTER_FORM, answer, 'wait')}
            defaultValue={undefined}
            label={labels.wait}
            optional
            defaultChecked={sentText(answer, 'wait') === 'on'}
          />
        ) : null}
        <input type="hidden" name="idempotency_key" value={sentText(answer, 'idempotency_key', idempotencyKey)} />
        <Button block busy={useIsSending(here)}>
          {t(isFull ? 'register.join_list' : price ? 'register.pay' : 'register.send')}
        </Button>
        <p className="small muted">
          {price ? t(isFull ? 'register.pay_later' : 'register.held') : null} {t('register.cancel_until')}{' '}
          <Time at={appointment.cancelable_until} relative={false} />
          {price ? t('register.refund') : '.'}
        </p>
      </PlainForm>
    </Card>
  );
}

function guestsHint(t: Translate, openTo: number) {
  const lines = t('register.guests_hint', { most: mostGuests });
  if (openTo === 0 || openTo > mostGuests) return lines;
  return `${lines} ${openTo === 1 ? t('register.no_guests_fit') : t('register.guests_fit', { count: openTo - 1 })}`;
}

interface OverlapsProps {
  overlaps: ShownAppointment['appointment']['overlaps'];
  children: React.ReactNode;
}

/** The member's tickets at the same time, with the box that confirms it. */
function Overlaps({ overlaps, children }: OverlapsProps) {
  const { t } = useTranslation('appointment');
  const words = useSpanWords();
  if (overlaps.length === 0) return null;
  return (
    <div className="alert warn">
      <Icon name="clock" />
      <div className="stack stack-s">
        {overlaps.map(({ label, title, ...span }) => (
          <p key={label} className="small">
            {t('register.overlaps')} <Link to={ticketPath(label)}>{title}</Link>, {words(span)}.
          </p>
        ))}
        {children}
      </div>
    </div>
  );
}
