import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useAnswer } from '../platform/form/use-answer';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { postedForm } from '../platform/request/posted-form.server';
import { Alert } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { Link } from '../ui/link';
import { WayBack } from '../ui/way-back';
import { DepositForm, DepositReview } from './components/deposit-forms';
import { createDeposit, loadDeposit, reviewDeposit } from './deposit.server';
import { useShownForm } from './use-shown-form';

export const handle = {
  title: 'titles.make_deposit',
  step: (data, t) => (data as Data).review && t('wallet:deposit.check'),
  gate: 'member',
  modules: ['wallet', 'growing'],
  permission: 'wallet.deposit',
  i18n: ['wallet'],
  form: 'deposit',
} satisfies RouteHandle;

type Data = Awaited<ReturnType<typeof loadDeposit>>;

export async function loader(args: LoaderFunctionArgs) {
  return loadDeposit(await requireMember(args, handle));
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { fields } = await postedForm(current);
  return fields.get('intent') === 'create' ? createDeposit(args, current) : reviewDeposit(args, current);
}

export default function MakeDeposit() {
  const { t } = useTranslation('wallet');
  const data = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const { review, blocked } = data;
  const isShown = useShownForm(blocked !== null) || Boolean(answer);
  return (
    <>
      <div className="head">
        <WayBack to="/financial">{t('common:titles.wallet')}</WayBack>
        <h1>{t(review ? 'deposit.check' : 'common:titles.make_deposit')}</h1>
      </div>
      <div className="stack stack-l measure">
        {blocked && !isShown ? (
          <Blocked {...blocked} />
        ) : review ? (
          <DepositReview {...review} days={data.days} lastResult={answer} />
        ) : (
          <DepositForm {...data} lastResult={answer} />
        )}
        {review ? null : (
          <Card title={t('deposit.sales')}>
            <p>
              {t('deposit.sales_text')} <Link to="/growing/sale">{t('deposit.to_sales')}</Link>
            </p>
          </Card>
        )}
      </div>
    </>
  );
}

function Blocked({ message, wayOut }: NonNullable<Data['blocked']>) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <Alert kind="warning">{message}</Alert>
      {wayOut ? (
        <div>
          <LinkButton to={wayOut.to}>{t(`way_out.${wayOut.text}`)}</LinkButton>
        </div>
      ) : null}
    </>
  );
}
