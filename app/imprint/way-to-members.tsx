import { useTranslation } from 'react-i18next';
import { useRootData } from '../platform/page/root-data';
import { WayBack } from '../ui/way-back';

/** The frame of these pages is that of guests. Members who came by the footer see that they are still signed in. */
export function WayToMembers() {
  const { t } = useTranslation();
  const expiresIn = useRootData()?.expiresIn ?? null;
  return expiresIn === null ? null : <WayBack to="/">{t('imprint.members_area')}</WayBack>;
}
