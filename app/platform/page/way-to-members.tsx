import { WayBack } from '../../ui/way-back';
import { useTranslation } from '../i18n/use-translation';
import { useRootData } from './root-data';

/** These pages have the frame of guests. Members see that they are still signed in, and others can sign in. */
export function WayToMembers() {
  const { t } = useTranslation();
  const expiresIn = useRootData()?.expiresIn ?? null;
  return expiresIn === null ? (
    <WayBack to="/login">{t('imprint.sign_in')}</WayBack>
  ) : (
    <WayBack to="/">{t('imprint.members_area')}</WayBack>
  );
}
