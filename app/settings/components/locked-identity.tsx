import { useTranslation } from '../../platform/i18n/use-translation';
import { AskLink } from '../../support/ask-link';
import { Alert } from '../../ui/alert';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';
import type { AddressChoices } from '../address-choices.server';
import { unpackOptions } from '../packed-options';

interface LockedIdentityProps {
  address: { firstname: string; lastname: string; country: string | null };
  /** The time of the first completed withdrawal. */
  since: string;
  choices: AddressChoices;
}

/** What only staff can change now, the reason, and how to ask them. */
export function LockedIdentity({ address, since, choices }: LockedIdentityProps) {
  const { t } = useTranslation('settings');
  const country = unpackOptions(choices.countries).find(({ value }) => value === address.country)?.label;
  return (
    <Card title={t('address.locked.title')}>
      <div className="stack">
        <dl className="pairs">
          <dt>{t('address.locked.name')}</dt>
          <dd>
            {address.firstname} {address.lastname}
          </dd>
          <dt>{t('common:fields.country')}</dt>
          <dd>{country}</dd>
        </dl>
        <p>
          {t('address.locked.why')} <Time at={since} format="date" />.
        </p>
        <p>{t('address.locked.way')}</p>
        <AskLink text="name" category="account-security" />
      </div>
    </Card>
  );
}

/** Staff have unlocked names and country for one change. */
export function UnlockedIdentity({ until }: { until: string }) {
  const { t } = useTranslation('settings');
  return (
    <Alert kind="info" title={t('address.unlocked.title')}>
      {t('address.unlocked.until')} <Time at={until} relative={false} />. {t('address.unlocked.then')}
    </Alert>
  );
}
