import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { contract } from '../../upstream/contract/contract';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { isClosed } from '../platform/page/introductions';
import { listIntroductions } from '../platform/page/introductions.server';
import type { Language } from '../platform/page/modules';
import { CALL_MISSING, problemOf } from '../platform/request/failure.server';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { Badge } from '../ui/badge';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { IntroductionSettings } from './components/introduction-settings';

export const handle = { title: 'titles.account', gate: 'member', i18n: ['settings'] } satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { member, modules, preferences } = current;
  const change = await current.api.attempt(contract.account.getEmailChange);
  // This page is where a login ends with a back end that has little more than the login.
  if (!change.ok && change.failure.code !== CALL_MISSING) throw problemOf(change.failure, current.requestId);
  const { user } = member;
  return {
    name: user.name,
    email: user.email,
    isVerified: user.email_verified,
    waiting: (change.ok && change.data.pending?.email) || null,
    hasPassword: user.has_password ?? true,
    language: (user.language === 'de' ? 'de' : 'en') as Language,
    timeZone: user.timezone,
    deviceTimeZone: preferences.timeZone,
    scheme: preferences.display.scheme,
    ethAddress: user.nft.address,
    introductions: modules.includes('wallet')
      ? listIntroductions().map((id) => ({ id, isHidden: isClosed(id, user) }))
      : null,
  };
}

export default function Account() {
  const { t } = useTranslation('settings');
  const account = useLoaderData<typeof loader>();
  const { waiting, introductions } = account;
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.account')}</h1>
      </div>
      <div className="stack stack-l">
        {waiting ? (
          <Alert kind="warning">
            {t('account.email.waits', { email: waiting })}{' '}
            <Link to="/settings/account/email">{t('account.email.enter_code')}</Link>
          </Alert>
        ) : null}
        <Card title={t('account.sign_in')}>
          <dl className="facts lines">
            <Line label={t('account.name')} to="/settings/address">
              {account.name}
            </Line>
            <Line label={t('account.email.label')} to="/settings/account/email">
              {account.email} {account.isVerified ? null : <Badge tone="warn">{t('account.email.unverified')}</Badge>}
            </Line>
            <Line label={t('account.password.label')} to="/settings/account/password">
              {t(account.hasPassword ? 'account.password.is_set' : 'account.password.is_missing')}
            </Line>
          </dl>
        </Card>
        <Card title={t('account.preferences.title')}>
          <dl className="facts lines">
            <Line label={t('account.preferences.language')} to="/settings/account/preferences">
              {t(`account.preferences.languages.${account.language}`)}
            </Line>
            <Line label={t('account.preferences.time_zone')} to="/settings/account/preferences">
              {account.timeZone ?? t('account.preferences.by_device', { zone: account.deviceTimeZone })}
            </Line>
            <Line label={t('account.display.label')} to="/settings/account/display">
              {t(`common:display.scheme.${account.scheme}`)}
            </Line>
          </dl>
        </Card>
        <Card title={t('account.eth.title')}>
          <dl className="facts lines">
            <Line label={t('account.eth.label')} to="/settings/account/eth-address">
              {account.ethAddress ? (
                <span className="mono">{account.ethAddress}</span>
              ) : (
                <span className="muted">{t('account.eth.none')}</span>
              )}
            </Line>
          </dl>
        </Card>
        {introductions ? <IntroductionSettings introductions={introductions} /> : null}
      </div>
    </>
  );
}

/** A current value, with a link to the page that changes it. */
function Line({ label, to, children }: { label: string; to: string; children: ReactNode }) {
  const { t } = useTranslation('settings');
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd>
        <Link className="tap" to={to}>
          {t('account.change')}
          <span className="vh">: {label}</span>
        </Link>
      </dd>
    </div>
  );
}
