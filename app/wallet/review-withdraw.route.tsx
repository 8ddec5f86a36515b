import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { contract } from '../../upstream/contract/contract';
import { ServerForm, useServerForm } from '../platform/form/form';
import { parseForm } from '../platform/form/forms.server';
import { newIdempotencyKey, onceBy } from '../platform/form/idempotency.server';
import { IdempotencyField } from '../platform/form/idempotency-field';
import { useAnswer } from '../platform/form/use-answer';
import { useIsSending } from '../platform/form/use-is-sending';
import { callVerified, plannedVerification } from '../platform/form/verification.server';
import { VerificationStep } from '../platform/form/verification-step';
import { useTranslation } from '../platform/i18n/use-translation';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';
import { redirectWithFlash } from '../platform/request/responses.server';
import { Button, LinkButton } from '../ui/button';
import { useFormat } from '../ui/format';
import { formatMoney, onOneLine } from '../ui/numbers';
import { Time } from '../ui/time';
import { WayBack } from '../ui/way-back';
import { WithdrawalFacts } from './components/withdrawal-facts';
import { reviewSchema } from './withdraw.schema';
import { getUsableDraft } from './withdraw.server';
import { WITHDRAW } from './withdraw-path';

export const handle = {
  title: 'wallet:withdraw.review',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.withdraw',
  i18n: ['wallet'],
  form: 'review-withdraw',
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const draft = await getUsableDraft(current, args);
  return { draft, verification: plannedVerification(current), freshKey: newIdempotencyKey() };
}

export async function action(args: ActionFunctionArgs) {
  const current = await requireMember(args, handle);
  const { id } = await getUsableDraft(current, args);
  const form = await parseForm(args, reviewSchema);
  const made = await callVerified(current, form, { action: 'withdraw', context: id }, (value, verification) =>
    current.api.attempt(contract.withdrawals.createWithdrawal, {
      json: { draft_id: id, ...verification },
      ...onceBy(value),
    }),
  );
  if (!made.ok) return made.reply;
  const path = `/financial/withdraw/${made.data.withdraw_label}`;
  return redirectWithFlash(current, path, { kind: 'success', text: 'wallet:withdraw.done' });
}

export default function ReviewWithdraw() {
  const { t } = useTranslation('wallet');
  const { language } = useFormat();
  const { draft, verification, freshKey } = useLoaderData<typeof loader>();
  const answer = useAnswer<typeof action>();
  const step = answer?.verification ?? verification;
  const isFirst = step.method === 'email' && !step.again;
  const labels = { verification_code: t('withdraw.code'), idempotency_key: '' };
  const [form, fields] = useServerForm<Record<keyof typeof labels, string>>({
    id: 'review-withdraw',
    constraint: {},
    lastResult: answer,
  });
  const isSending = useIsSending(useLocation().pathname);
  const { holder, masked } = draft.withdraw_account;
  const amount = formatMoney(draft.amount, draft.currency, language);
  return (
    <>
      <div className="head">
        <WayBack to={WITHDRAW}>{t('common:titles.make_withdraw')}</WayBack>
        <h1>{t('withdraw.review')}</h1>
      </div>
      <ServerForm form={form} lastResult={answer} labels={labels}>
        <WithdrawalFacts {...draft} />
        <p className="muted">
          {t('withdraw.until')} <Time at={draft.expires_at} format="time" relative={false} />
        </p>
        <IdempotencyField meta={fields.idempotency_key} fresh={freshKey} />
        <VerificationStep
          step={step}
          meta={fields.verification_code}
          confirms={t('withdraw.confirms', { amount, holder, masked: onOneLine(masked) })}
        />
        <div className="row">
          <Button type="submit" busy={isSending}>
            {t(isFirst ? 'withdraw.request_code' : 'withdraw.confirm')}
          </Button>{' '}
          <LinkButton kind="quiet" to={`${WITHDRAW}?amount=${draft.amount}&account=${draft.withdraw_account_id}`}>
            {t('withdraw.change')}
          </LinkButton>
        </div>
      </ServerForm>
    </>
  );
}
