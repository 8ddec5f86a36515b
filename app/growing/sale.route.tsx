import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { Alert } from '../ui/alert';
import { WayBack } from '../ui/way-back';
import { documentSheet, GrowingSheet } from './components/growing-sheet';
import { QuantityForm } from './components/quantity-form';
import { SaleTerms } from './components/sale-terms';
import { StockNews } from './components/stock';
import { WhyNot } from './components/why-not';
import { loadSale, reviewPlants } from './sale.server';
import { useLiveSale } from './use-live-stock';

export const handle = {
  title: (data, t) => {
    const { room, first_cycle: cycle } = (data as Awaited<ReturnType<typeof loadSale>>).sale;
    return t('growing:sale.heading', { room: room.name, cycle });
  },
  gate: 'member',
  sheet: documentSheet,
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

export default function SalePage() {
  const { t } = useTranslation('growing');
  const { sale: loaded, available, typed } = useLoaderData<typeof loader>();
  const [sale, spoken] = useLiveSale(loaded);
  const answer = useAnswer<typeof action>();
  // The form stays when the last plant is gone, with what was typed.
  const [opened, setOpened] = useState<typeof loaded | null>(null);
  const isOpen = sale.may_buy > 0 || opened === loaded || answer !== undefined;
  if (isOpen && opened !== loaded) setOpened(loaded);
  return (
    <>
      <GrowingSheet />
      <div className="head">
        <WayBack to="/growing/sale">{t('common:titles.sales')}</WayBack>
        <h1>{t('sale.heading', { room: sale.room.name, cycle: sale.first_cycle })}</h1>
        <p className="muted">
          <i className="note">{sale.strain}</i>, {sale.room.city} <span className="ref">{sale.sale_label}</span>
        </p>
      </div>
      <div className="grid">
        <div className="w8 stack stack-l">
          <StockNews sales={spoken} />
          {available !== null && isOpen ? (
            <QuantityForm sale={sale} available={available} typed={typed} lastResult={answer} />
          ) : (
            <WhyNot sale={sale} isGhost={available === null} />
          )}
          {sale.status === 'closed' ? null : <Alert title={t('sale.know')}>{t('sale.risks')}</Alert>}
        </div>
        <div className="w4 stack stack-l">
          <SaleTerms sale={sale} />
        </div>
      </div>
    </>
  );
}
