import { useTranslation } from 'react-i18next';
import { DEFAULT_DISPLAY } from '../platform/page/display';
import { useRootData } from '../platform/page/root-data';
import { classNames } from '../ui/class-names';
import type { Drawer } from '../ui/drawer';
import { Icon } from '../ui/icon';
import { DisplayForm } from './display-form';

/** The panel with the display settings beside every page. */
export function DisplayPanel({ drawer }: { drawer: Drawer }) {
  const { t } = useTranslation();
  const display = useRootData()?.display ?? DEFAULT_DISPLAY;
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
