import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_DISPLAY, DISPLAY_SETTINGS, SCHEMES } from '../platform/display';
import type { loader as rootLoader } from '../root';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import { useScripted } from '../ui/scripted';
import type { Drawer } from './drawer';
import { InPlaceForm } from './in-place-form';

/** Colour scheme and layout settings. With script each change shows at once; without it the button saves them. */
export function DisplayPanel({ drawer }: { drawer: Drawer }) {
  const { t } = useTranslation();
  const isScripted = useScripted();
  const display = useRouteLoaderData<typeof rootLoader>('root')?.display ?? DEFAULT_DISPLAY;
  return (
    <aside
      className={classNames('offside', 'stack', drawer.isOpen && 'open')}
      id="display"
      aria-labelledby="display-h"
      ref={drawer.ref}
    >
      <div className="row row-ends">
        <h2 id="display-h">{t('display.title')}</h2>
        <a className="tool" href="#content">
          <Icon name="close" />
          <span className="vh">{t('display.close')}</span>
        </a>
      </div>
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
    </aside>
  );
}
