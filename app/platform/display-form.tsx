import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { useScripted } from '../ui/scripted';
import { DISPLAY_SETTINGS, type Display, SCHEMES } from './display';
import { InPlaceForm } from './in-place-form';

/** Colour scheme and layout settings. With script each change shows at once; without it the button saves them. */
export function DisplayForm({ display }: { display: Display }) {
  const { t } = useTranslation();
  const isScripted = useScripted();
  return (
    <InPlaceForm action="/display" className="stack" sendOnChange>
      <input type="hidden" name="panel" value="1" />
      <fieldset>
        <legend>{t('display.colours')}</legend>
        {SCHEMES.map((scheme) => (
          <label key={scheme} className="tick">
            <input type="radio" name="scheme" value={scheme} defaultChecked={display.scheme === scheme} />{' '}
            <span>{t(`display.scheme.${scheme}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('display.layout')}</legend>
        {DISPLAY_SETTINGS.map((name) => (
          <label key={name} className="tick">
            <input type="checkbox" name={name} value="1" defaultChecked={display.on.includes(name)} />{' '}
            <span>{t(`display.setting.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      {isScripted ? null : (
        <Button type="submit" block>
          {t('display.save')}
        </Button>
      )}
    </InPlaceForm>
  );
}
