import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Time } from '../../ui/time';

interface CreatedApiTokenProps {
  created: { name: string; abilities: string[]; expires_at: string; plain_text_token: string };
  apiUrl: string;
  docsUrl: string | null;
}

/** The only page that shows a plain token. Its form leads to the list, also for a change of language without script. */
export function CreatedApiToken({ created, apiUrl, docsUrl }: CreatedApiTokenProps) {
  const { t } = useTranslation('settings');
  const { name, plain_text_token: token } = created;
  const command = `curl -H 'Authorization: Bearer ${token}' ${apiUrl}/user`;
  const facts = [{ label: t('api_token.token'), value: token, mono: true }];
  if (created.abilities.includes('profile:read')) facts.push({ label: t('api_token.try'), value: command, mono: true });
  return (
    <>
      <div className="head">
        <h1>{t('api_token.made', { name })}</h1>
      </div>
      <div className="stack stack-l" data-shown-once>
        <Alert kind="warning">{t('api_token.once')}</Alert>
        <Card title={t('api_token.token')}>
          <Facts facts={facts} />
        </Card>
        <p>
          {t('api_token.until')} <Time at={created.expires_at} relative={false} />
        </p>
        {docsUrl ? (
          <p>
            <a href={docsUrl}>{t('api_token.reference')}</a>
          </p>
        ) : null}
        <Form method="post" action="/settings/api-token" id="api-token">
          <HiddenFields />
          <Button name="intent" value="saved">
            {t('api_token.saved')}
          </Button>
        </Form>
      </div>
    </>
  );
}
