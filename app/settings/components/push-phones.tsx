import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Time } from '../../ui/time';

interface Phone {
  id: string;
  device_name: string;
  registered_at: string;
  last_seen_at: string;
  is_current: boolean;
}

/** The phones that receive push messages. `more` of them are on a longer page. */
export function PushPhones({ phones, more }: { phones: Phone[]; more: number }) {
  const { t } = useTranslation('settings');
  return (
    <Card
      title={t('devices.push.title')}
      end={
        more > 0 ? <Link to="?phones=all">{t('devices.push.all', { count: phones.length + more })}</Link> : undefined
      }
    >
      {phones.length === 0 ? (
        <p>{t('devices.push.none')}</p>
      ) : (
        <ul className="lines">
          {phones.map((phone) => (
            <li key={phone.id} className="stack stack-s">
              <h3>
                {phone.device_name} {phone.is_current ? <Badge tone="good">{t('devices.this')}</Badge> : null}
              </h3>
              <div className="row row-ends small muted">
                <p>
                  {t('devices.push.since')} <Time at={phone.registered_at} relative={false} />. {t('devices.last_seen')}{' '}
                  <Time at={phone.last_seen_at} />.
                </p>
                <Form method="post">
                  <HiddenFields />
                  <input type="hidden" name="id" value={phone.id} />
                  <Button kind="link" small name="intent" value="remove_push">
                    {t('devices.push.remove')}
                    <span className="vh">: {phone.device_name}</span>
                  </Button>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
