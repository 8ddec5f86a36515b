import { startTransition, useEffect, useState } from 'react';
import { useHydrated } from 'remix-utils/use-hydrated';
import { whenIdle } from '../platform/browser/idle.client';
import { useTranslation } from '../platform/i18n/use-translation';
import { DEFAULT_DISPLAY, type Display } from '../platform/page/display';
import { useRootData } from '../platform/page/root-data';
import { classNames } from '../ui/class-names';
import type { Drawer } from '../ui/drawer';
import { Icon } from '../ui/icon';
import { DisplayForm } from './display-form';

/** Opens the panel where the page has one. Otherwise it leads to the page with the same settings. */
export function DisplayLink() {
  const { t } = useTranslation();
  return (
    <a className="tool wide" href={useHasPanel() ? '#display' : '/settings/account/display'}>
      <Icon name="sliders" />
      <span className="vh">{t('display.title')}</span>
    </a>
  );
}

/** The panel with the display settings beside every page. */
export function DisplayPanel({ drawer }: { drawer: Drawer }) {
  const { t } = useTranslation();
  const display = useDisplay();
  const isIdle = useIsIdle();
  if (!isKept(display) && !isIdle && !drawer.isOpen) return null;
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

/** The HTML has the panel only for members who keep it open, because it would be a tenth of each page. */
function useHasPanel() {
  const isScripted = useHydrated();
  return isKept(useDisplay()) || isScripted;
}

const isKept = ({ on }: Display) => on.includes('offsidebarOpen');

/** The form of the panel is large. It is rendered once the page has nothing else to do, or when it is opened. */
function useIsIdle() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return isIdle;
}

const useDisplay = () => useRootData()?.display ?? DEFAULT_DISPLAY;
