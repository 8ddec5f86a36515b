import { Fragment } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { InPlaceForm } from '../platform/form/in-place-form';
import { useTranslation } from '../platform/i18n/use-translation';
import { DISPLAY_SETTINGS, type Display, SCHEMES } from '../platform/page/display';
import { Button } from '../ui/button';

/** Colour scheme and layout settings. With script each change shows at once; without it the button saves them. */
export function DisplayForm({ display }: { display: Display }) {
  const { t } = useTranslation();
  const isScripted = useHydrated();
  return (
    <InPlaceForm action="/display" className="stack" sendOnChange>
      <input type="hidden" name="panel" value="1" />
      <fieldset>
        <legend>{t('display.colours')}</legend>
        {SCHEMES.map((scheme) => (
          <Fragment key={scheme}>
            {' '}
            <label className="tick">
              <input type="radio" name="scheme" value={scheme} defaultChecked={display.scheme === scheme} />{' '}
              <span>{t(`display.scheme.${scheme}`)}</span>
            </label>
          </Fragment>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('display.layout')}</legend>
        {DISPLAY_SETTINGS.map((name) => (
          <Fragment key={name}>
            {' '}
            <label className="tick">
              <input type="checkbox" name={name} value="1" defaultChecked={display.on.includes(name)} />{' '}
              <span>{t(`display.setting.${name}`)}</span>
            </label>
          </Fragment>
        ))}
      </fieldset>{' '}
      {isScripted ? null : (
        <Button type="submit" block>
          {t('display.save')}
        </Button>
      )}
    </InPlaceForm>
  );
}
