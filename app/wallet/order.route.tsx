import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { useArrival } from '../platform/browser/arrival';
import { parseForm } from '../platform/form/forms.server';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { problemOf } from '../platform/request/failure.server';
import { mayUse, requireMember } from '../platform/request/gates.server';
import { postedForm } from '../platform/request/posted-form.server';
import { problem, redirect, redirectWithFlash } from '../platform/request/responses.server';
import { AskLink } from '../support/ask-link';
import { Card } from '../ui/card';
import { Time } from '../ui/time';
import { Timeline } from '../ui/timeline';
import { WayBack } from '../ui/way-back';
import {
  CancelOrder,
  OrderItems,
  OrderPlants,
  OrderTicket,
  OrderTransactions,
  WaysToPay,
} from './components/order-parts';
import { OrderHint, OrderProgress } from './components/order-progress';
import { cancelOrderSchema, getOrder, HINTS, orderLabelIn } from './order.server';

export const handle = {
  title: 'titles.order',
  step: (data, t) => {
    const { mayCancel, asksToCancel } = data as Awaited<ReturnType<typeof loader>>;
    return mayCancel && asksToCancel && t('wallet:order.cancel');
  },
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const hint = HINTS.find((one) => one === args.params.status) ?? null;
  if (args.params.status && !hint) throw problem({ kind: 'not_found' });
  const { bank_details: _, documents, ...order } = await getOrder(current, args);
  const { permissions } = current.member.user;
  return {
    order,
    hint,
    mayCancel: order.actions.includes('cancel') && permissions.includes('wallet.deposit'),
    plantList: mayUse(current, 'growing.view') ? `/growing/plants?order=${order.order_label}` : null,
    asksToCancel: current.url.searchParams.has('cancel'),
  };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const label = orderLabelIn(args);
  const here = `/financial/order/${label}`;
  const { value } = await parseForm(args, cancelOrderSchema);
  // After a change of language or after unlocking, the member sees the page again before anything is canceled.
  if (!value && (await postedForm(current)).redisplay) return redirect(current, `${here}?cancel`);
  if (!value) throw problem({ kind: 'bad_request' });
  const answer = await current.api.attempt(contract.orders.cancelOrder, { params: { label } });
  if (answer.ok) return redirectWithFlash(current, here, { kind: 'success', text: 'wallet:order.canceled' });
  // A payment or another tab was faster.
  if (answer.failure.status === 409) {
    return redirectWithFlash(current, here, { kind: 'warning', text: 'wallet:order.not_canceled' });
  }
  throw problemOf(answer.failure, current.requestId);
}

export default function OrderPage() {
  const { t } = useTranslation('wallet');
  const { order, hint, mayCancel, plantList, asksToCancel } = useLoaderData<typeof loader>();
  useArrival(`/financial/order/${order.order_label}`);
  return (
    <>
      <div className="head">
        <WayBack to="/financial/orders">{t('common:titles.orders')}</WayBack>
        <h1>{t(`order.type.${order.type}`)}</h1>
        <p className="muted">
          {t('order.label')} <span className="ref">{order.order_label}</span>,{' '}
          <Time at={order.created_at} relative={false} />
        </p>
      </div>
      {hint ? <OrderHint hint={hint} status={order.status} /> : null}
      <div className="grid">
        <OrderProgress order={order} mayCancel={mayCancel} />
        {order.actions.includes('pay') ? <WaysToPay order={order} /> : null}
        <OrderItems order={order} />
        <Card title={t('order.history')} width={4} fill>
          <Timeline
            entries={order.timeline.map(({ status, at, note }) => ({
              at,
              text: [t(`order.status.${status as typeof order.status}`), note].filter(Boolean).join(': '),
            }))}
          />
        </Card>
        {order.plants?.length ? <OrderPlants plants={order.plants} list={plantList} /> : null}
        {order.appointment_label ? <OrderTicket label={order.appointment_label} /> : null}
        <OrderTransactions labels={order.transaction_labels} />
        {mayCancel ? <CancelOrder isAsked={asksToCancel} /> : null}
        <AskLink text="payment" category="deposits" about={{ order: order.order_label }} />
      </div>
    </>
  );
}
