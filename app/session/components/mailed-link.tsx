import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';

/** The page of a mailed link. It has a button, because mail scanners open links too. */
export function MailedLink({ words }: { words: 'verify' | 'revert_email' }) {
  const { t } = useTranslation('session');
  return (
    <Form method="post" className="stack">
      <HiddenFields />
      <h1>{t(`${words}.heading`)}</h1>
      <p>{t(`${words}.text`)}</p>
      <Button type="submit" block>
        {t(`${words}.submit`)}
      </Button>
    </Form>
  );
}
