import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { AskLink } from '../support/ask-link';
import { useFormat } from '../ui/format';
import { formatMoney } from '../ui/numbers';
import { WayBack } from '../ui/way-back';
import { loadCommission } from './commissions.server';
import { Derivation } from './components/derivation';
import { PaymentOf, ReversalOf } from './components/payment';

export const handle = {
  title: 'titles.commission',
  gate: 'member',
  modules: ['affiliate'],
  permission: 'affiliate.view',
  i18n: ['affiliate'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadCommission(await requireMember(args, handle), args.params.id);
}

export default function CommissionPage() {
  const { t } = useTranslation('affiliate');
  const { language } = useFormat();
  const { commission, seesWallet } = useLoaderData<typeof loader>();
  const { id, amount, currency } = commission;
  return (
    <>
      <div className="head">
        <WayBack to="/affiliate/commissions">{t('common:titles.commissions')}</WayBack>
        <h1>{t('commissions.one', { amount: formatMoney(amount, currency, language) })}</h1>
        <p className="muted mono">{id}</p>
      </div>
      <div className="grid">
        <Derivation commission={commission} />
        <div className="w5 stack stack-l">
          <PaymentOf commission={commission} seesWallet={seesWallet} />
          <ReversalOf commission={commission} seesWallet={seesWallet} />
          <AskLink text="payment" category="affiliate" about={{ q: `${t('common:titles.commission')} ${id}` }} />
        </div>
      </div>
    </>
  );
}
