import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../platform/form/use-answer';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { Card } from '../ui/card';
import { Money } from '../ui/money';
import { Time } from '../ui/time';
import { WayBack } from '../ui/way-back';
import { QuantityForm } from './components/quantity-form';
import { Left, OpenOrder } from './components/running-sale';
import { SaleStatus } from './components/sale-status';
import { loadSale, reviewPlants } from './sale.server';

export const handle = {
  title: 'titles.sale',
  gate: 'member',
  modules: ['wallet', 'growing'],
  permission: 'growing.view',
  i18n: ['growing'],
  form: 'buy-plants',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadSale(await requireMember(args, handle), args);
}

export async function action(args: ActionFunctionArgs) {
  return reviewPlants(args, await requireMember(args, handle));
}

type Shown = Awaited<ReturnType<typeof loadSale>>['sale'];

export default function SalePage() {
  const { t } = useTranslation('growing');
  const { sale, available, typed } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  return (
    <>
      <div className="head">
        <WayBack to="/growing/sale">{t('common:titles.sales')}</WayBack>
        <h1>{t('sale.title', { room: sale.room.name, cycle: sale.first_cycle })}</h1>
        <p className="muted">
          <i className="note">{sale.strain}</i>, {sale.room.city} <span className="ref">{sale.sale_label}</span>
        </p>
      </div>
      <div className="grid">
        <div className="w8 stack stack-l">
          {sale.may_buy > 0 || answer ? (
            <QuantityForm sale={sale} available={available} typed={typed} lastResult={answer} />
          ) : (
            <WhyNot sale={sale} />
          )}
          <Alert title={t('sale.know')}>{t('sale.risks')}</Alert>
        </div>
        <div className="w4 stack stack-l">
          <Terms sale={sale} />
        </div>
      </div>
    </>
  );
}

/** Why the member can buy nothing now, and what to do. */
function WhyNot({ sale }: { sale: Shown }) {
  const { t } = useTranslation('growing');
  const why = sale.status === 'open' ? 'most' : sale.status;
  return (
    <Card title={t('sale.plants')} end={<SaleStatus status={sale.status} />}>
      <div className="stack">
        {sale.status === 'open' || sale.status === 'sold_out' ? (
          <p>
            <Left sale={sale} />
          </p>
        ) : null}
        {sale.open_order ? (
          <OpenOrder label={sale.open_order} count={sale.mine_reserved} />
        ) : (
          <p>
            {t(`sale.why_not.${why}`, { most: sale.max_per_member })}{' '}
            {sale.status === 'upcoming' ? <Time at={sale.starts_at} relative={false} /> : null}
          </p>
        )}
      </div>
    </Card>
  );
}

function Terms({ sale }: { sale: Shown }) {
  const { t } = useTranslation('growing');
  const terms = [
    ['house', sale.room.name],
    ['each', <Money key="each" amount={sale.price_per_plant} currency={sale.currency} />],
    ['cycles', t('sale.from_cycle', { cycles: sale.cycles, cycle: sale.first_cycle })],
    ['share', t('sale.of_surplus', { percent: Number(sale.member_share_percent) })],
    ['ends', <Time key="ends" at={sale.ends_at} relative={false} />],
    ['most', sale.max_per_member],
    ['mine', sale.mine],
  ] as const;
  return (
    <Card title={t('sale.terms')}>
      <div className="stack">
        <dl className="pairs">
          {terms.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{t(`sale.${name}`)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
        {sale.terms_note ? <p className="small">{sale.terms_note}</p> : null}
      </div>
    </Card>
  );
}
