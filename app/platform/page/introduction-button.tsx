import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { HiddenFields } from '../form/hidden-fields';
import { useTranslation } from '../i18n/use-translation';
import type { PanelId } from './introductions';

interface IntroductionButtonProps {
  id: PanelId;
  /** The panel's. */
  title: string;
  /** Hides the panel; otherwise it comes back. */
  closes?: boolean;
  /** The page of the panel, if not the dashboard. */
  returnTo?: string;
  children?: ReactNode;
}

/** Hides an introduction panel, or brings it back. */
export function IntroductionButton({ id, title, closes, returnTo, children }: IntroductionButtonProps) {
  const { t } = useTranslation();
  return (
    <Form method="post" action="/instructions">
      <HiddenFields />
      <input type="hidden" name="closed" value={closes ? '1' : '0'} />
      {returnTo ? <input type="hidden" name="return_to" value={returnTo} /> : null}
      <button type="submit" className="link small" name="id" value={id}>
        {children ?? t('dashboard.intro.hide')}
        <span className="vh">: {title}</span>
      </button>
    </Form>
  );
}
