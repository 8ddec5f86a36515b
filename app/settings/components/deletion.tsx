import { ServerForm, useServerForm } from '../../platform/form/form';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';

interface DeletionProps {
  /** When the account is deleted, as the member requested. Null if no deletion is pending. */
  dueAt: string | null;
  lastResult: unknown;
}

/** Requests the deletion of the account, and cancels it within 14 days. */
export function Deletion({ dueAt, lastResult }: DeletionProps) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('privacy.deletion.title')}>
      {dueAt ? (
        <KeepForm dueAt={dueAt} lastResult={lastResult} />
      ) : (
        <div className="stack">
          <p>{t('privacy.deletion.what')}</p>
          <p>
            <LinkButton kind="second" to="/settings/privacy/delete">
              {t('privacy.deletion.start')}
            </LinkButton>
          </p>
        </div>
      )}
    </Card>
  );
}

/** Keeps the account with one button, without a question. */
export function KeepForm({ dueAt, lastResult }: { dueAt: string; lastResult: unknown }) {
  const { t } = useTranslation('settings');
  const [form] = useServerForm({ id: 'keep', constraint: {}, lastResult });
  return (
    <div className="stack">
      <p>
        <strong>
          {t('privacy.deletion.due')} <Time at={dueAt} relative={false} />.
        </strong>{' '}
        {t('privacy.deletion.until_then')}
      </p>
      <ServerForm form={form} lastResult={lastResult} labels={{}} action="/settings/privacy">
        <div className="row">
          <Button type="submit" name="intent" value="keep">
            {t('privacy.deletion.keep')}
          </Button>
        </div>
      </ServerForm>
    </div>
  );
}
