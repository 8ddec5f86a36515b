import { useContext } from 'react';
import { useTranslation } from '../platform/i18n/use-translation';
import { PageStateContext } from '../platform/page/page-state';
import type { Flash as FlashData } from '../platform/request/session.server';
import { Flash } from '../ui/flash';

/**
 * A message of the previous page. It is in the HTML, so it needs no script. With script it goes when a form of this page
 * is refused, because it would seem to be about that form.
 */
export function FlashMessage({ flash }: { flash: FlashData | null }) {
  const { t } = useTranslation();
  const { state } = useContext(PageStateContext);
  if (!flash || state === 'refused') return null;
  return <Flash kind={flash.kind}>{t(flash.text, flash.values)}</Flash>;
}
