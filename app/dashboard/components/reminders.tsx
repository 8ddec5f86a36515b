import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/card-states';

interface RemindersProps {
  email: string;
  reminders: { email: boolean; address: boolean };
  width: 5 | 7;
}

/** What the member has to do, each with a link. */
export function Reminders({ email, reminders, width }: RemindersProps) {
  const { t } = useTranslation();
  const count = Object.values(reminders).filter(Boolean).length;
  return (
    <Card
      title={t('dashboard.waiting.title')}
      end={count > 0 ? t('dashboard.waiting.count', { count }) : null}
      width={width}
      fill
    >
      {count === 0 ? (
        <EmptyState drawing="resting" title={t('dashboard.waiting.nothing.title')}>
          {t('dashboard.waiting.nothing.text')}
        </EmptyState>
      ) : (
        <ul className="lines">
          {reminders.email ? <VerifyEmail email={email} /> : null}
          {reminders.address ? (
            <li className="stack stack-s">
              <h3>
                <Link to="/settings/address">{t('dashboard.waiting.address.title')}</Link>
              </h3>
              <p className="small muted">{t('dashboard.waiting.address.text')}</p>
            </li>
          ) : null}
        </ul>
      )}
    </Card>
  );
}

function VerifyEmail({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <li className="stack">
      <div className="stack stack-s">
        <h3>{t('dashboard.waiting.email.title')}</h3>
        <p className="small muted">{t('dashboard.waiting.email.text', { email })}</p>
      </div>
      <Form method="post" action="/email-verification/sent">
        <HiddenFields guest />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="return_to" value="/dashboard" />
        <Button type="submit" kind="second" small icon="mail">
          {t('dashboard.waiting.email.resend')}
        </Button>
      </Form>
    </li>
  );
}
