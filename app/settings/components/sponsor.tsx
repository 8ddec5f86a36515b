import { Form } from '@remix-run/react';
import { ServerForm, useServerForm } from '../../platform/form/form';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useIsSending } from '../../platform/form/use-is-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { fieldProps } from '../../ui/conform-field';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { TextField } from '../../ui/text-field';
import { Time } from '../../ui/time';

/** The member's sponsor. Nobody can change it. */
export function CurrentSponsor({ name, since }: { name: string; since: string }) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('sponsor.current')}>
      <div className="stack">
        <dl className="pairs">
          <dt>{t('sponsor.name')}</dt>
          <dd>{name}</dd>
          <dt>{t('sponsor.since')}</dt>
          <dd>
            <Time at={since} format="date" />
          </dd>
        </dl>
        <p className="muted">{t('sponsor.fixed')}</p>
      </div>
    </Card>
  );
}

/** The link by which the member brings others to the club. */
export function OwnLink({ link, hasTeam }: { link: string; hasTeam: boolean }) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('sponsor.own.title')}>
      <div className="stack">
        <p>{t('sponsor.own.text')}</p>
        <Facts facts={[{ label: t('sponsor.own.link'), value: link, mono: true }]} />
        {hasTeam ? (
          <p>
            <Link to="/affiliate">{t('sponsor.own.team')}</Link>
          </p>
        ) : null}
      </div>
    </Card>
  );
}

interface NameSponsorProps {
  until: string;
  constraint: Parameters<typeof useServerForm>[0]['constraint'];
  lastResult: unknown;
}

/** The first step: the referral link. */
export function NameSponsor({ until, constraint, lastResult }: NameSponsorProps) {
  const { t } = useTranslation('settings');
  const [form, fields] = useServerForm<{ ref_hash: string }>({ id: 'sponsor', constraint, lastResult });
  const labels = { ref_hash: t('common:fields.ref_hash') };
  return (
    <Card title={t('sponsor.nobody')}>
      <div className="stack">
        <p>
          {t('sponsor.until')} <Time at={until} relative={false} />
        </p>
        <ServerForm form={form} lastResult={lastResult} labels={labels}>
          <TextField
            {...fieldProps(fields.ref_hash)}
            pattern={undefined}
            minLength={undefined}
            label={labels.ref_hash}
            hint={t('sponsor.hint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className="row">
            <Button type="submit" name="intent" value="look" busy={useIsSending('/settings/sponsor')}>
              {t('sponsor.look')}
            </Button>
          </div>
        </ServerForm>
      </div>
    </Card>
  );
}

/** The second step: the member sees the name first, because the choice is permanent. */
export function ConfirmSponsor({ name, ref_hash }: { name: string; ref_hash: string }) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('sponsor.confirm.title', { name })}>
      <div className="stack">
        <Alert kind="warning">{t('sponsor.confirm.for_good', { name })}</Alert>
        <Form method="post" action="/settings/sponsor" id="confirm-sponsor" className="row">
          <HiddenFields />
          <input type="hidden" name="ref_hash" value={ref_hash} />
          <Button type="submit" name="intent" value="name" busy={useIsSending('/settings/sponsor')}>
            {t('sponsor.confirm.yes', { name })}
          </Button>{' '}
          <Link className="btn quiet" to="/settings/sponsor">
            {t('sponsor.confirm.no')}
          </Link>
        </Form>
      </div>
    </Card>
  );
}
