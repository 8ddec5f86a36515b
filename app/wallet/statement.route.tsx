import type { LoaderFunctionArgs } from '@remix-run/node';
import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { useRefusal } from '../platform/page/page-state';
import { requireMember } from '../platform/request/gates.server';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { ErrorSummary } from '../ui/error-summary';
import { DateField } from '../ui/text-field';
import { WayBack } from '../ui/way-back';
import { type Faults, presets, readPeriod, refusedDays } from './statement.server';

export const handle = {
  title: 'wallet:receipt.statement',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  i18n: ['wallet'],
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const { url } = await requireMember(args, handle);
  const isAsked = url.searchParams.has('from');
  const { from, to, faults } = readPeriod(url.searchParams);
  const shown = isAsked ? (faults ?? refusedDays(url.searchParams)) : null;
  return data({ from, to, faults: shown, presets: presets(new Date()) }, { status: shown ? 422 : 200 });
}

const FILE = '/financial/statement/file';

export default function Statement() {
  const { t, texts } = useTranslation('wallet');
  const { from, to, faults, presets: periods } = useLoaderData<typeof loader>();
  const words = (of: (typeof periods)[number]) =>
    new Intl.DateTimeFormat(texts.language, {
      year: 'numeric',
      month: of.name === 'month' ? 'long' : undefined,
      timeZone: 'UTC',
    }).format(new Date(of.from));
  const errors = (key: Faults['from']) => (key ? [t(`receipt.faults.${key}`)] : undefined);
  const problems = Object.entries(faults ?? {}).flatMap(([fieldId, key]) =>
    key ? [{ fieldId, message: t(`receipt.faults.${key}`) }] : [],
  );
  useRefusal(problems.length > 0, faults, 'statement');
  return (
    <>
      <div className="head">
        <WayBack to="/financial/transactions">{t('common:titles.transactions')}</WayBack>
        <h1>{t('receipt.statement')}</h1>
        <p className="muted measure">{t('receipt.statement_intro')}</p>
      </div>
      <div className="stack stack-l measure">
        <ErrorSummary errors={problems} attempt={faults} />
        <Card title={t('receipt.presets')}>
          <ul className="stack stack-s">
            {periods.map((of) => (
              <li key={of.from + of.to}>
                <a className="link" href={`${FILE}?from=${of.from}&to=${of.to}`}>
                  {t(of.isRunning ? 'receipt.pdf_so_far' : 'receipt.pdf_of', { period: words(of) })}
                </a>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t('receipt.other')}>
          <form method="get" action={FILE} className="stack" id="statement" aria-label={t('receipt.other')} noValidate>
            <DateField
              id="from"
              name="from"
              label={t('receipt.from')}
              required
              defaultValue={from}
              errors={errors(faults?.from)}
            />
            <DateField
              id="to"
              name="to"
              label={t('receipt.to')}
              required
              defaultValue={to}
              errors={errors(faults?.to)}
            />
            <div className="row">
              <Button>{t('receipt.as_pdf')}</Button>{' '}
              <Button kind="second" name="format" value="csv">
                {t('receipt.as_csv')}
              </Button>
            </div>
          </form>
        </Card>
      </div>
    </>
  );
}
