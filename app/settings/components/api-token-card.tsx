import { Form } from '@remix-run/react';
import type { Ability } from '../../../upstream/contract/abilities';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Badge } from '../../ui/badge';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Time } from '../../ui/time';
import { abilityKey } from '../ability-key';

interface ApiTokenCardProps {
  token: {
    name: string;
    prefix: string;
    abilities: Ability[];
    allowed_ips: string[];
    expires_at: string;
    last_used_at: string | null;
    last_used_ip: string | null;
    isOver: boolean;
  };
  /** The id of the token that the member is asked to revoke, or null. */
  toRevoke: string | null;
}

/** One token: its abilities, its lifetime, its addresses, and a link to revoke it, which asks first. */
export function ApiTokenCard({ token, toRevoke }: ApiTokenCardProps) {
  const { t } = useTranslation('settings');
  const { name, prefix, allowed_ips: addresses, last_used_at: usedAt, last_used_ip: usedFrom } = token;
  return (
    <Card id={prefix} title={name} end={token.isOver ? <Badge tone="stop">{t('api_token.over')}</Badge> : undefined}>
      <div className="stack">
        <dl className="pairs">
          <dt>{t('api_token.token')}</dt>
          <dd>
            <code>{`${prefix}…`}</code>
          </dd>
          <dt>{t('api_token.abilities')}</dt>
          <dd>{token.abilities.map((ability) => t(`api_token.ability.${abilityKey(ability)}`)).join(', ')}</dd>
          <dt>{t(token.isOver ? 'api_token.was_until' : 'api_token.until')}</dt>
          <dd>
            <Time at={token.expires_at} relative={false} />
          </dd>
          <dt>{t('api_token.last_used')}</dt>
          <dd>
            {usedAt ? <Time at={usedAt} /> : t('api_token.never_used')}
            {usedFrom ? `, ${usedFrom}` : null}
          </dd>
          <dt>{t('api_token.from')}</dt>
          <dd>{addresses.length > 0 ? addresses.join(', ') : t('api_token.everywhere')}</dd>
        </dl>
        {toRevoke ? (
          <Form method="post" action="/settings/api-token" className="stack stack-s">
            <HiddenFields />
            <input type="hidden" name="id" value={toRevoke} />
            <p>
              <strong>{t('api_token.revoke_sure')}</strong>
            </p>
            <div className="row">
              <LinkButton kind="second" to="/settings/api-token" preventScrollReset>
                {t('api_token.keep')}
              </LinkButton>{' '}
              <Button kind="danger" name="intent" value="revoke">
                {t('api_token.revoke_now')}
                <span className="vh">: {name}</span>
              </Button>
            </div>
          </Form>
        ) : (
          <div>
            <LinkButton kind="second" small to={`?revoke=${prefix}#${prefix}`} preventScrollReset>
              {t('api_token.revoke')}
              <span className="vh">{`: ${name}`}</span>
            </LinkButton>
          </div>
        )}
      </div>
    </Card>
  );
}
