import { useTranslation } from '../../platform/i18n/use-translation';
import { AskLink } from '../../support/ask-link';
import { Alert } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';

/** The page warns at this number of codes or fewer. */
const FEW = 3;

/** Two-factor sign-in is on: since when, how many recovery codes are left, and what the member can do. */
export function TwoFactorOverview({ since, codesLeft }: { since: string; codesLeft: number }) {
  const { t } = useTranslation('settings');
  return (
    <div className="stack stack-l">
      <Card title={t('two_factor.on.title')} end={<Badge tone="good">{t('two_factor.on.badge')}</Badge>}>
        <div className="stack">
          <p>
            {t('two_factor.on.since')} <Time at={since} relative={false} />
          </p>
          <p className="measure">{t('two_factor.on.what')}</p>
          <div className="row">
            <LinkButton kind="second" to="/settings/2fa/disable">
              {t('two_factor.on.disable')}
            </LinkButton>
          </div>
        </div>
      </Card>
      <Card title={t('two_factor.codes.title')} end={t('two_factor.on.left', { count: codesLeft })}>
        <div className="stack">
          {codesLeft <= FEW ? (
            <Alert kind="warning" icon="alert" title={t('two_factor.on.few')}>
              {t('two_factor.on.few_text')}
            </Alert>
          ) : null}
          <p className="measure">{t('two_factor.on.codes_text')}</p>
          <div className="row">
            <LinkButton kind="second" to="/settings/2fa/recovery-codes">
              {t('two_factor.on.renew')}
            </LinkButton>
          </div>
        </div>
      </Card>
      <Card title={t('two_factor.lost.title')}>
        <div className="stack measure">
          <p>{t('two_factor.lost.codes')}</p>
          <p>{t('two_factor.lost.no_codes')}</p>
          <AskLink text="write" category="account-security" />
        </div>
      </Card>
    </div>
  );
}
