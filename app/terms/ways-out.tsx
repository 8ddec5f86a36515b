import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { dropDrafts } from '../drafts/drafts';
import { HiddenFields, ReturnField } from '../platform/form/hidden-fields';
import { useTranslation } from '../platform/i18n/use-translation';
import { Button } from '../ui/button';

/** Logout and lock, for members who do not want to agree, or not now. */
export function WaysOut({ csrf, children }: { csrf?: string; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="row">
      <Form method="post" action="/logout" onSubmit={dropDrafts}>
        <HiddenFields csrf={csrf} />
        <Button type="submit" kind="link">
          {t('shell.logout')}
        </Button>
      </Form>
      <Form method="post" action="/lock">
        <HiddenFields csrf={csrf} />
        <ReturnField />
        <Button type="submit" kind="link" name="intent" value="lock">
          {t('shell.lock')}
        </Button>
      </Form>
      {children}
    </div>
  );
}
