import { useTranslation } from 'react-i18next';
import { ServerForm, useIsSending, useServerForm } from '../../platform/form';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { fieldProps } from '../../ui/conform-field';
import { DateField, TextField } from '../../ui/text-field';
import type { AddressChoices } from '../address-choices.server';
import { useChoices } from '../use-choices';
import { CountryFields } from './country-fields';

const FIELDS = [
  'firstname',
  'lastname',
  'company',
  'street',
  'street_number',
  'address_line2',
  'postcode',
  'city',
  'country',
  'region',
  'phone',
  'birthdate',
  'etag',
] as const;
type FieldName = (typeof FIELDS)[number];

interface AddressFormProps {
  address: Partial<Record<FieldName | 'locked_since', string | null>>;
  constraint: Parameters<typeof useServerForm>[0]['constraint'];
  choices: AddressChoices;
  lastResult: unknown;
}

export function AddressForm({ address, constraint, choices: served, lastResult }: AddressFormProps) {
  const { t } = useTranslation('settings');
  const { choices, isLive, choose } = useChoices(served);
  const { country } = choices;
  const kept = { ...address, country, region: address.region ? `${address.country}-${address.region}` : null };
  const defaultValue = Object.fromEntries(FIELDS.map((name) => [name, kept[name] ?? '']));
  const [form, fields] = useServerForm<Record<FieldName, string>>({
    id: 'address',
    constraint,
    lastResult,
    defaultValue,
  });
  const labels = Object.fromEntries(FIELDS.map((name) => [name, t(`common:fields.${name}`)])) as Record<
    FieldName,
    string
  >;
  const isBusy = useIsSending('/settings/address');
  const field = (name: FieldName) => ({ ...fieldProps(fields[name]), label: labels[name] });
  const typed = (name: FieldName) => fields[name].initialValue || fields[name].errors;
  const isStale = fields.etag.initialValue !== undefined && fields.etag.initialValue !== address.etag;
  return (
    <ServerForm form={form} lastResult={lastResult} labels={labels}>
      {/* What Enter in a field presses: without it, the button that changes the country. */}
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        {t('address.save')}
      </button>
      <input type="hidden" name="etag" value={address.etag ?? ''} />
      {isStale ? <ChangedMeanwhile address={address} /> : null}
      {address.locked_since ? null : (
        <div className="stack two">
          <TextField {...field('firstname')} autoComplete="given-name" />
          <TextField {...field('lastname')} autoComplete="family-name" />
        </div>
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
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {t('address.save')}
        </Button>
      </div>
    </ServerForm>
  );
}

/** Two windows, or two people: what stands there now, before it is replaced. */
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
