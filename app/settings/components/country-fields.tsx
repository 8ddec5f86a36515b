import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import type { fieldProps } from '../../ui/conform-field';
import { SelectField } from '../../ui/select-field';
import type { AddressChoices } from '../address-choices.server';
import { unpackOptions } from '../packed-options';

type ChoiceProps = ReturnType<typeof fieldProps> & { label: string };

interface CountryFieldsProps {
  /** Null if the country is locked. */
  country: ChoiceProps | null;
  region: ChoiceProps;
  choices: AddressChoices;
  /**
   * True if selecting a country changes the choices by script. Otherwise a button reloads the page with what was typed.
   */
  isLive: boolean;
  choose(country: string): Promise<void>;
}

export function CountryFields({ country, region, choices, isLive, choose }: CountryFieldsProps) {
  const { t } = useTranslation('settings');
  const regions = unpackOptions(choices.regions);
  const isKept = regions.some(({ value }) => value === region.defaultValue);
  return (
    <>
      {country ? (
        <SelectField
          {...country}
          options={unpackOptions(choices.countries)}
          autoComplete="country"
          onChange={(event) => void choose(event.currentTarget.value)}
        />
      ) : null}
      {regions.length > 0 ? (
        <SelectField
          // Another country has other regions, so the field starts again.
          key={choices.country}
          {...region}
          defaultValue={isKept ? region.defaultValue : undefined}
          options={regions}
          choose={regions.length > 1}
          required
          autoComplete="address-level1"
        />
      ) : null}
      {isLive || (choices.isWhole && !country) ? null : (
        <div>
          <Button type="submit" kind="second" small name="redisplay" value="1" formNoValidate>
            {t(choices.isWhole ? 'address.change_country' : country ? 'address.choose' : 'address.choose_region')}
          </Button>
        </div>
      )}
    </>
  );
}
