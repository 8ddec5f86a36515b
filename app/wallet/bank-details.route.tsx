import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { epcCode } from '../../upstream/contract/orders';
import { useArrival } from '../platform/browser/arrival';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { qrCode } from '../platform/page/qr-code.server';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';
import { Card } from '../ui/card';
import { Facts, Iban } from '../ui/facts';
import { useFormat } from '../ui/format';
import { formatMoney, formatPlain } from '../ui/numbers';
import { Time } from '../ui/time';
import { WayBack } from '../ui/way-back';
import { getOrder } from './order.server';

export const handle = {
  title: 'titles.bank_details',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

/** Redirects to the order when nothing is due any more, because its page says so. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const { order_label: label, bank_details, expires_at: until } = await getOrder(current, args);
  if (!bank_details) throw await redirect(current, `/financial/order/${label}`);
  const { epc, ...details } = bank_details;
  return { label, until, details, qr: qrCode(epc, epcCode) };
}

export default function BankDetailsPage() {
  const { t } = useTranslation('wallet');
  const { language } = useFormat();
  const { label, until, details, qr } = useLoaderData<typeof loader>();
  const path = `/financial/order/${label}`;
  useArrival(path);
  const amount = formatMoney(details.amount, details.currency, language);
  return (
    <>
      <div className="head">
        <WayBack to={path}>{t('order.back')}</WayBack>
        <h1>{t('order.transfer', { amount })}</h1>
        <p className="muted">
          {t('order.label')} <span className="ref">{label}</span>
          {until ? (
            <>
              , {t('order.until')} <Time at={until} format="day" />
            </>
          ) : null}
        </p>
      </div>
      <div className="grid">
        <Card
          title={t('order.details.title')}
          width={8}
          fill
          end={
            <a className="end no-print" href={`${path}/bank-details.pdf`}>
              {t('order.details.pdf')}
            </a>
          }
        >
          <div className="stack">
            <Facts
              facts={[
                { label: t('order.details.holder'), value: details.account_holder },
                { label: 'IBAN', value: details.iban, shown: <Iban iban={details.iban} />, mono: true },
                { label: 'BIC', value: details.bic, mono: true },
                { label: t('order.details.bank'), value: details.bank_name },
                {
                  label: t('order.details.reference'),
                  value: details.reference,
                  shown: <span className="num">{details.reference}</span>,
                  mono: true,
                },
                {
                  label: t('order.amount'),
                  value: formatPlain(details.amount, language),
                  unit: details.currency,
                  mono: true,
                },
              ]}
            />
            <p className="small muted">{t('order.details.hint')}</p>
          </div>
        </Card>
        <Card title={t('order.details.app')} width={4} fill>
          <div className="stack">
            <svg
              className="qr"
              role="img"
              aria-label={t('order.details.qr')}
              viewBox={`0 0 ${qr.size} ${qr.size}`}
              shapeRendering="crispEdges"
            >
              <path d={qr.path} />
            </svg>
            <p className="small muted">{t('order.details.app_text')}</p>
          </div>
        </Card>
      </div>
    </>
  );
}
