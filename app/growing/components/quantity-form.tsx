import { ServerForm, useServerForm } from '../../platform/form/form';
import { useIsSending } from '../../platform/form/use-is-sending';
import { useTranslation } from '../../platform/i18n/use-translation';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckboxField } from '../../ui/checkbox-field';
import { fieldProps } from '../../ui/conform-field';
import { useFormat } from '../../ui/format';
import { formatMoney } from '../../ui/numbers';
import { TextField } from '../../ui/text-field';
import { type LiveSale, whyNot } from '../live-stock';
import { Left } from './running-sale';
import { SaleStatus } from './sale-status';
import { StockBar } from './stock';

interface QuantityFormProps {
  sale: LiveSale;
  /** The available balance. */
  available: string;
  typed: { quantity: string; usesBalance: boolean };
  lastResult: unknown;
}

/** The first step: how many plants, and whether the balance pays. */
export function QuantityForm({ sale, available, typed, lastResult }: QuantityFormProps) {
  const { t } = useTranslation('growing');
  const { language } = useFormat();
  const labels = { quantity: t('sale.quantity'), use_balance: t('sale.use_balance') };
  const hasMoney = available !== '0.00';
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'buy-plants',
    constraint: { quantity: { required: true } },
    lastResult,
    defaultValue: { quantity: typed.quantity, ...(hasMoney && typed.usesBalance && { use_balance: 'on' }) },
  });
  const canBuy = sale.may_buy > 0;
  const here = `/growing/sale/${sale.sale_label}`;
  const isSending = useIsSending(here);
  return (
    <Card title={t('sale.how_many')} end={<SaleStatus status={sale.status} />}>
      <div className="stack">
        <div className="stack stack-s">
          <StockBar sale={sale} />
          <p>
            <Left sale={sale} /> <span className="muted">{t('sale.reserve')}</span>
          </p>
        </div>
        <ServerForm form={form} lastResult={lastResult} labels={labels} action={here}>
          <TextField
            {...fieldProps(fields.quantity)}
            label={labels.quantity}
            hint={
              canBuy
                ? t('sale.quantity_hint', {
                    count: sale.may_buy,
                    price: formatMoney(sale.price_per_plant, sale.currency, language),
                  })
                : undefined
            }
            inputMode="numeric"
            autoComplete="off"
          />
          {hasMoney ? (
            <CheckboxField
              {...fieldProps(fields.use_balance)}
              defaultChecked={fields.use_balance.initialValue === 'on'}
              defaultValue={undefined}
              label={labels.use_balance}
              hint={t('sale.available', { amount: formatMoney(available, sale.currency, language) })}
            />
          ) : null}
          <div className="row">
            <Button busy={isSending} disabled={!canBuy} aria-describedby={canBuy ? undefined : 'why-not'}>
              {t('sale.check')}
            </Button>{' '}
            <span className="small muted" id="why-not">
              {t(canBuy ? 'sale.nothing_yet' : `sale.cannot.${whyNot(sale)}`)}
            </span>
          </div>
        </ServerForm>
      </div>
    </Card>
  );
}
