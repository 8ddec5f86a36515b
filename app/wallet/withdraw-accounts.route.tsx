import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { EmptyState } from '../ui/card-states';
import { MissingForAccounts } from './components/missing-for-accounts';
import { WithdrawAccountCard } from './components/withdraw-account-card';
import { listAccounts, missingFor } from './withdraw-accounts.server';

export const handle = {
  title: 'titles.withdraw_accounts',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const mayChange = current.member.user.permissions.includes('wallet.withdraw');
  const { data: accounts, max: most } = await listAccounts(current);
  return {
    // Only what the page shows, because all of it counts in the page weight.
    accounts: accounts.map(({ type: _, masked: __, bank_name: bank, usable_at: usableAt, ...account }) => ({
      ...account,
      ...(bank && { bank }),
      ...(account.status === 'cooling_down' && { usableAt }),
    })),
    missing: missingFor(current),
    mayChange,
    most,
  };
}

export default function WithdrawAccounts() {
  const { t } = useTranslation('wallet');
  const { accounts, missing, mayChange, most } = useLoaderData<typeof loader>();
  const isFull = accounts.length >= most;
  const add =
    mayChange && !missing && !isFull ? (
      <LinkButton to="/settings/withdraw-accounts/new" icon="plus">
        {t('accounts.add')}
      </LinkButton>
    ) : undefined;
  return (
    <>
      <div className="head">
        <h1>{t('common:titles.withdraw_accounts')}</h1>
        <p className="muted">{t('accounts.what')}</p>
      </div>
      <div className="stack stack-l">
        {mayChange && missing ? <MissingForAccounts missing={missing} /> : null}
        {isFull ? <Alert>{t('accounts.full', { count: most })}</Alert> : null}
        {accounts.length === 0 ? (
          <Card title={t('common:titles.withdraw_accounts')}>
            <EmptyState title={t('accounts.none')} action={add}>
              {t('accounts.none_text')}
            </EmptyState>
          </Card>
        ) : (
          <>
            {add ? <div>{add}</div> : null}
            {accounts.map((account) => (
              <WithdrawAccountCard key={account.id} account={account} mayChange={mayChange} />
            ))}
          </>
        )}
      </div>
    </>
  );
}
