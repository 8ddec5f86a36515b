import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_DISPLAY } from '../platform/display';
import { DisplayForm } from '../platform/display-form';
import type { loader as rootLoader } from '../root';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import type { Drawer } from './drawer';

/** The display settings beside every page. */
export function DisplayPanel({ drawer }: { drawer: Drawer }) {
  const { t } = useTranslation();
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
      <DisplayForm display={display} />
    </aside>
  );
}
