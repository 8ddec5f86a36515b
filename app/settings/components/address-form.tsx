import { ServerForm, sentIn, useServerForm } from '../../platform/form/form';
import { useIsSending } from '../../platform/form/use-is-sending';
import type { PlannedVerification } from '../../platform/form/verification.server';
import { VerificationStep } from '../../platform/form/verification-step';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { DateField, TextField } from '../../ui/text-field';
import type { addressSchema } from '../address.schema';
import type { AddressChoices } from '../address-choices.server';
import { useChoices } from '../use-choices';
import { CountryFields } from './country-fields';

type FieldName = keyof typeof addressSchema.shape;
type HiddenField = 'etag' | `verification_${string}`;
type ShownField = Exclude<FieldName, HiddenField>;

const isShown = (name: string): name is ShownField => !/^(etag$|verification_)/.test(name);

interface AddressFormProps {
  address: Partial<Record<FieldName | 'locked_since', string | null>>;
  /** The browser's constraints by field. */
  constraint: Parameters<typeof useServerForm>[0]['constraint'];
  choices: AddressChoices;
  lastResult: unknown;
  /** Present once a new name waits for its code. */
  step: PlannedVerification | undefined;
}

export function AddressForm({ address, constraint, choices: served, lastResult, step }: AddressFormProps) {
  const { t } = useTranslation('settings');
  const { choices, isLive, choose } = useChoices(served);
  const { country } = choices;
  const kept = { ...address, country, region: address.region ? `${address.country}-${address.region}` : null };
  const names = Object.keys(constraint ?? {}).filter(isShown);
  const defaultValue = Object.fromEntries(names.map((name) => [name, kept[name] ?? '']));
  const [form, fields] = useServerForm<Record<FieldName, string>>({
    id: 'address',
    constraint,
    lastResult,
    defaultValue,
  });
  const labels = Object.fromEntries(names.map((name) => [name, t(`common:fields.${name}`)])) as Record<
    ShownField,
    string
  >;
  const code = t(step?.method === 'totp' ? 'common:verification.app' : 'common:verification.mail');
  // A mailed code is bound to the name that was sent. A code of the app is bound to nothing, so the fields count.
  const name = [sentIn(lastResult, 'firstname'), sentIn(lastResult, 'lastname')].join(' ');
  const isBusy = useIsSending('/settings/address');
  const field = (name: ShownField) => ({ ...fieldProps(fields[name]), label: labels[name] });
  const typed = (name: FieldName) => fields[name].initialValue || fields[name].errors;
  const sentETag = sentIn(lastResult, 'etag');
  const isStale = sentETag !== undefined && sentETag !== address.etag;
  return (
    <ServerForm form={form} lastResult={lastResult} labels={{ ...labels, verification_code: code }} atOnce>
      {/* Enter in a field presses the first button. Without this one it would be the button that changes the
          country. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        {t('address.save')}
      </button>
      <input type="hidden" name="etag" value={address.etag ?? ''} />
      {isStale ? <ChangedMeanwhile address={address} /> : null}
      {address.locked_since ? null : (
        <>
          <div className="stack two">
            <TextField {...field('firstname')} autoComplete="given-name" />
            <TextField {...field('lastname')} autoComplete="family-name" />
          </div>
          <p className="muted">{t('address.name_what')}</p>
        </>
      )}
      <CountryFields
        country={address.locked_since ? null : field('country')}
        region={field('region')}
        choices={choices}
        isLive={isLive}
        choose={choose}
      />
      <div className="stack two">
        <TextField {...field('street')} autoComplete="address-line1" />
        <TextField {...field('street_number')} autoComplete="off" />
      </div>
      <TextField {...field('address_line2')} optional autoComplete="address-line2" />
      <TextField {...field('company')} optional autoComplete="organization" />
      <div className="stack two">
        {choices.postcode !== 'none' || typed('postcode') ? (
          <TextField
            {...field('postcode')}
            required={choices.postcode === 'required'}
            optional={choices.postcode !== 'required'}
            autoComplete="postal-code"
          />
        ) : null}
        <TextField {...field('city')} autoComplete="address-level2" />
      </div>
      <TextField {...field('phone')} type="tel" hint={t('address.phone_hint')} optional autoComplete="tel" />
      <DateField {...field('birthdate')} pattern={undefined} hint={t('address.birthdate_hint')} autoComplete="bday" />
      {step ? (
        <VerificationStep
          step={step}
          meta={fields.verification_code}
          confirms={step.again ? t('address.confirms', { name }) : t('address.confirms_typed')}
        />
      ) : null}
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {t('address.save')}
        </Button>
      </div>
    </ServerForm>
  );
}

/** Another window or person saved first: shows the current address before it is replaced. */
function ChangedMeanwhile({ address }: Pick<AddressFormProps, 'address'>) {
  const { t } = useTranslation('settings');
  const { firstname, lastname, company, street, street_number, address_line2, postcode, city, country } = address;
  const lines = [
    [firstname, lastname],
    [company],
    [street, street_number],
    [address_line2],
    [country, postcode, city],
  ].map((parts) => parts.filter(Boolean).join(' '));
  return (
    <Alert kind="warning" title={t('address.changed.title')}>
      {t('address.changed.now')} {lines.filter(Boolean).join(', ')}. {t('address.changed.replaces')}
    </Alert>
  );
}
