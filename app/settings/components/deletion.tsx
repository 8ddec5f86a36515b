import { useTranslation } from 'react-i18next';
import { ServerForm, useServerForm } from '../../platform/form';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';

interface DeletionProps {
  /** When the account goes, as the member asked; null while it stays. */
  dueAt: string | null;
  lastResult: unknown;
}

/** The way out of the club, and the way back for 14 days. */
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

/** One button, no questions. */
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
