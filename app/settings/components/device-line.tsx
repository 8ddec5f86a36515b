import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Time } from '../../ui/time';

interface Device {
  id: string;
  name: string;
  ip_address: string | null;
  first_seen_at: string;
  last_seen_at: string;
  is_current: boolean;
}

/** One session, with a button that ends it. The button names the device for people who do not see the line. */
export function DeviceLine({ device }: { device: Device }) {
  const { t } = useTranslation('settings');
  const { id, name, ip_address: ip, first_seen_at, last_seen_at, is_current } = device;
  const place = ip ? t('devices.place', { ip }) : t('devices.no_place');
  return (
    <li className="stack stack-s">
      <h3>
        {name} {is_current ? <Badge tone="good">{t('devices.this')}</Badge> : null}
      </h3>
      <div className="stack stack-s small muted">
        <p id={id}>
          {place}. {t('devices.first_seen')} <Time at={first_seen_at} relative={false} />. {t('devices.last_seen')}{' '}
          <Time at={last_seen_at} />.
        </p>
        <Form method="post" action={is_current ? '/logout' : undefined}>
          <HiddenFields />
          {is_current ? null : <input type="hidden" name="id" value={id} />}
          <Button
            kind="link"
            small
            name={is_current ? undefined : 'intent'}
            value={is_current ? undefined : 'revoke'}
            aria-describedby={id}
          >
            {t(is_current ? 'devices.log_out' : 'devices.revoke')}
            <span className="vh">
              : {name}, {place}
            </span>
          </Button>
        </Form>
      </div>
    </li>
  );
}

export function RevokeOthers() {
  const { t } = useTranslation('settings');
  return (
    <Form method="post" action="/settings/devices">
      <HiddenFields />
      <Button kind="link" small name="intent" value="revoke_others">
        {t('devices.revoke_others')}
      </Button>
    </Form>
  );
}
