import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Card } from '../ui/card';
import { useFormat } from '../ui/format';
import { Money } from '../ui/money';
import { formatMoney } from '../ui/numbers';
import { Stepper } from '../ui/stepper';
import { WayBack } from '../ui/way-back';
import { ConfirmOrder } from './components/confirm-order';
import { buyPlants, loadReview } from './sale.server';

export const handle = {
  title: 'growing:sale.review',
  gate: 'member',
  modules: ['wallet', 'growing'],
  permission: 'growing.buy',
  i18n: ['growing'],
  form: 'review-plants',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  return loadReview(await requireMember(args, handle), args);
}

export async function action(args: ActionFunctionArgs) {
  return buyPlants(args, await requireMember(args, handle));
}

type Review = Awaited<ReturnType<typeof loadReview>>;

export default function ReviewPlants() {
  const { t } = useTranslation('growing');
  const review = useLoaderData<typeof loader>();
  const { sale, order } = review;
  const answer = useAnswer<typeof action>();
  const { language } = useFormat();
  const toTransfer = formatMoney(order.toTransfer, sale.currency, language);
  const change = `/growing/sale/${sale.sale_label}?quantity=${order.quantity}&from=${order.from}`;
  return (
    <>
      <div className="head">
        <WayBack to={change}>{t('sale.heading', { room: sale.room.name, cycle: sale.first_cycle })}</WayBack>
        <h1>{t('sale.review')}</h1>
        <p className="muted">{t('sale.not_reserved')}</p>
      </div>
      <div className="grid">
        <div className="w8 stack stack-l">
          <Payment sale={sale} order={order} />
          <ConfirmOrder {...review} change={change} lastResult={answer} />
        </div>
        <div className="w4 stack stack-l">
          <Card title={t('sale.then')}>
            <Stepper
              steps={[
                { title: t('sale.steps.confirm'), state: 'current' },
                { title: t('sale.steps.reserved', { count: order.quantity }), state: 'ahead' },
                ...(order.toTransfer === '0.00'
                  ? []
                  : [
                      {
                        title: t('sale.steps.transfer', { amount: toTransfer }),
                        note: t('sale.in_time'),
                        state: 'ahead' as const,
                      },
                    ]),
                { title: t('sale.steps.numbers'), state: 'ahead' },
              ]}
            />
          </Card>
          {order.toTransfer === '0.00' ? null : <p className="small muted">{t('sale.cancel')}</p>}
        </div>
      </div>
    </>
  );
}

/** What is ordered, and how it is paid. */
function Payment({ sale, order }: Pick<Review, 'sale' | 'order'>) {
  const { t } = useTranslation('growing');
  const { currency } = sale;
  return (
    <Card title={t('sale.order')}>
      <dl className="pairs">
        <dt>
          {t('sale.plants_in', { count: order.quantity, room: sale.room.name })}{' '}
          <span className="sub">{t('sale.from_cycle', { count: sale.cycles, cycle: sale.first_cycle })}</span>
        </dt>
        <dd className="num">
          <Money amount={order.total} currency={currency} />
        </dd>
        <dt>
          {t('sale.from_balance')}{' '}
          {order.toTransfer !== '0.00' && order.from !== '0.00' ? (
            <span className="sub">{t('sale.held_until')}</span>
          ) : null}
        </dt>
        <dd className="num">
          <Money amount={order.from === '0.00' ? order.from : `-${order.from}`} currency={currency} />
        </dd>
        <dt className="sumup">
          {t('sale.to_transfer')}{' '}
          {order.toTransfer === '0.00' ? null : <span className="sub">{t('sale.in_time')}</span>}
        </dt>
        <dd className="num sumup">
          <Money amount={order.toTransfer} currency={currency} />
        </dd>
      </dl>
    </Card>
  );
}
