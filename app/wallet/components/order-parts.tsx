import { Form } from '@remix-run/react';
import { HiddenFields } from '../../platform/form/hidden-fields';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Link } from '../../ui/link';
import { Money } from '../../ui/money';
import { Table } from '../../ui/table';
import type { OrderOnPage } from './order-progress';

/** The amount that is still due, and links to pay it. */
export function WaysToPay({ order }: { order: OrderOnPage }) {
  const { t } = useTranslation('wallet');
  const { order_label: label, amount_paid: paid, amount_due: due, currency } = order;
  return (
    <Card title={t('order.pay')}>
      <div className="stack">
        <dl className="pairs">
          <dt>{t('order.paid_so_far')}</dt>
          <dd className="num">
            <Money amount={paid} currency={currency} />
          </dd>
          <dt className="sumup">{t('order.due')}</dt>
          <dd className="num sumup">
            <Money amount={due} currency={currency} />
          </dd>
        </dl>
        <div>
          <LinkButton to={`/financial/order/${label}/bank-details`}>{t('order.to_details')}</LinkButton>
        </div>
      </div>
    </Card>
  );
}

/** The items of the order, with their sum. */
export function OrderItems({ order }: { order: OrderOnPage }) {
  const { t } = useTranslation('wallet');
  const { items, currency, amount } = order;
  // A deposit has no quantity worth a column.
  const hasSeveral = items.some(({ quantity }) => quantity > 1);
  const quantity = {
    key: 'quantity',
    header: t('order.quantity'),
    label: t('order.quantity'),
    figures: true,
    cell: (item: OrderOnPage['items'][number]) => item.quantity,
  };
  return (
    <Card title={t('order.items')} width={8} fill flush>
      <Table
        caption={t('order.items')}
        rows={items.map((item, line) => ({ ...item, line }))}
        rowKey={({ line }) => line}
        columns={[
          { key: 'title', header: t('order.what'), part: 'lead', cell: ({ title }) => title },
          ...(hasSeveral ? [quantity] : []),
          {
            key: 'amount',
            header: t('order.amount'),
            part: 'value',
            figures: true,
            cell: (item) => <Money amount={item.amount} currency={currency} />,
          },
        ]}
        foot={{ label: t('order.total'), cells: [<Money key="total" amount={amount} currency={currency} />] }}
      />
    </Card>
  );
}

/** The link to the ticket that the order bought. */
export function OrderTicket({ label }: { label: string }) {
  const { t } = useTranslation('wallet');
  return (
    <Card title={t('order.ticket')} width={8}>
      <Link to={`/appointment/ticket/${label}`}>{t('order.to_ticket')}</Link>
    </Card>
  );
}

interface OrderPlantsProps {
  plants: NonNullable<OrderOnPage['plants']>;
  /** The list of these plants, for members who may see growing. */
  list: string | null;
}

/** The numbers of the plants that the order delivered. */
export function OrderPlants({ plants, list }: OrderPlantsProps) {
  const { t } = useTranslation('wallet');
  return (
    <Card title={t('order.plants')} width={8} end={list ? <Link to={list}>{t('order.each_plant')}</Link> : null}>
      <ul className="stack stack-s">
        {plants.map(({ first, last, count }) => (
          <li key={first}>
            <span className="ref">{first}</span>
            {count > 1 ? (
              <>
                {' '}
                {t(count === 2 ? 'order.and' : 'order.up_to')} <span className="ref">{last}</span>
              </>
            ) : null}
            <span className="muted">, {t('order.plant_count', { count })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Links to the transactions of the order. */
export function OrderTransactions({ labels }: { labels: string[] }) {
  const { t } = useTranslation('wallet');
  if (labels.length === 0) return null;
  return (
    <Card title={t('order.transactions')} width={8}>
      <ul className="stack stack-s">
        {labels.map((label) => (
          <li key={label}>
            <Link className="ref" to={`/financial/transaction/${label}`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The link to cancel. The member confirms first. */
export function CancelOrder({ isAsked }: { isAsked: boolean }) {
  const { t } = useTranslation('wallet');
  return (
    <section className="w8 stack no-print" id="cancel" aria-labelledby="cancel-h" tabIndex={-1}>
      <h2 id="cancel-h">{t('order.cancel')}</h2>
      <p className="muted measure">{t('order.cancel_text')}</p>
      {isAsked ? (
        <Form method="post" className="stack stack-s">
          <HiddenFields />
          <p>
            <strong>{t('order.cancel_sure')}</strong>
          </p>
          <div className="row">
            <LinkButton kind="second" to="?#cancel" preventScrollReset>
              {t('order.keep')}
            </LinkButton>{' '}
            <Button kind="danger" name="intent" value="cancel">
              {t('order.cancel_now')}
            </Button>
          </div>
        </Form>
      ) : (
        <div>
          <LinkButton kind="second" to="?cancel#cancel" preventScrollReset>
            {t('order.cancel')}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
