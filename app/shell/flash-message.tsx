import { useTranslation } from 'react-i18next';
import type { Flash as FlashData } from '../platform/session.server';
import { Flash } from '../ui/flash';

/** A message of the page before, in the HTML, so that nobody needs script to see it. */
export function FlashMessage({ flash }: { flash: FlashData | null }) {
  const { t } = useTranslation();
  if (!flash) return null;
  return <Flash kind={flash.kind}>{t(flash.text, flash.values)}</Flash>;
}
