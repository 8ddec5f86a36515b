import { useTranslation } from 'react-i18next';
import type { Flash as FlashData } from '../platform/request/session.server';
import { Flash } from '../ui/flash';

/** A message of the previous page. It is in the HTML, so it needs no script. */
export function FlashMessage({ flash }: { flash: FlashData | null }) {
  const { t } = useTranslation();
  if (!flash) return null;
  return <Flash kind={flash.kind}>{t(flash.text, flash.values)}</Flash>;
}
