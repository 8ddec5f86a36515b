/** Withdrawals from the balance to the member's bank. Rules: docs/product/wallet.md#withdrawal. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import {
  answers,
  asAnyone,
  asMember,
  body,
  failures,
  Instant,
  memberFailures,
  PageQuery,
  Problem,
  RowId,
} from './shapes';
import { verification } from './verification';
import { Amount, AskedAmount, Currency, idempotency, summed, TimelineStep } from './wallet';

export const WithdrawalStatus = z.enum([
  'pending',
  'approved',
  'processing',
  'completed',
  'canceled',
  'rejected',
  'failed',
  'returned',
]);
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>;

const Target = z.object({ type: z.literal('sepa'), masked: z.string(), holder: z.string() });

export const WithdrawalDraft = z
  .object({
    /** A mailed code is bound to this id. */
    id: z.uuid(),
    amount: Amount,
    fee: Amount,
    net_amount: Amount,
    currency: Currency,
    withdraw_account_id: z.int(),
    withdraw_account: Target,
    /** When the money should be at the member's bank. */
    estimated_at: z.iso.date(),
    expires_at: Instant,
    /** The withdrawal made from this draft; null while it is unused. */
    withdraw_label: z.string().nullable(),
  })
  .openapi('WithdrawalDraft');

export const Withdrawal = z
  .object({
    withdraw_label: z.string(),
    amount: Amount,
    fee: Amount,
    net_amount: Amount,
    currency: Currency,
    withdraw_account: Target,
    status: WithdrawalStatus,
    requested_at: Instant,
    estimated_at: z.iso.date(),
    completed_at: Instant.nullable(),
    external_reference: z.string().nullable(),
    failure_reason: z.string().nullable(),
    timeline: z.array(TimelineStep),
    actions: z.array(z.enum(['cancel'])),
    transaction_labels: z.array(z.string()),
  })
  .openapi('Withdrawal');

const params = z.object({ label: z.string().openapi({ param: { name: 'label', in: 'path' } }) });
const conflict = { 409: answers(Problem, 'Not now, or not in this state; `code` says why') };

export const createWithdrawalDraft = createRoute({
  method: 'post',
  path: '/wallet/withdrawals/drafts',
  tags: ['Wallet'],
  operationId: 'createWithdrawalDraft',
  summary: 'What would be withdrawn, for 15 minutes; nothing is held yet',
  ...asMember,
  request: body(
    z.strictObject({ amount: AskedAmount, currency: z.literal('EUR').default('EUR'), withdraw_account_id: RowId }),
  ),
  responses: { 201: answers(WithdrawalDraft, 'The draft'), ...conflict, ...memberFailures },
});

export const getWithdrawalDraft = createRoute({
  method: 'get',
  path: '/wallet/withdrawals/drafts/{id}',
  tags: ['Wallet'],
  operationId: 'getWithdrawalDraft',
  summary: 'A draft of the last day; `expires_at` and `withdraw_label` say whether it can still be used',
  ...asMember,
  request: { params: z.object({ id: z.uuid().openapi({ param: { name: 'id', in: 'path' } }) }) },
  responses: { 200: answers(WithdrawalDraft, 'The draft'), ...memberFailures },
});

export const createWithdrawal = createRoute({
  method: 'post',
  path: '/wallet/withdrawals',
  tags: ['Wallet'],
  operationId: 'createWithdrawal',
  summary: 'Withdraw by a draft: the amount is held at once; a draft is good for one',
  ...asMember,
  request: { headers: idempotency, ...body(z.strictObject({ draft_id: z.uuid(), ...verification })) },
  responses: { 201: answers(Withdrawal, 'The withdrawal'), ...conflict, ...memberFailures },
});

export const listWithdrawals = createRoute({
  method: 'get',
  path: '/wallet/withdrawals',
  tags: ['Wallet'],
  operationId: 'listWithdrawals',
  summary: 'The member’s withdrawals, newest first',
  ...withAbility('wallet:read'),
  request: { query: PageQuery.extend({ state: z.enum(['open', 'closed', 'all']).default('all') }) },
  responses: { 200: answers(summed(Withdrawal), 'Withdrawals'), ...memberFailures },
});

export const getWithdrawal = createRoute({
  method: 'get',
  path: '/wallet/withdrawals/{label}',
  tags: ['Wallet'],
  operationId: 'getWithdrawal',
  summary: 'One withdrawal',
  ...withAbility('wallet:read'),
  request: { params },
  responses: { 200: answers(Withdrawal, 'The withdrawal'), ...memberFailures },
});

export const cancelWithdrawal = createRoute({
  method: 'post',
  path: '/wallet/withdrawals/{label}/cancel',
  tags: ['Wallet'],
  operationId: 'cancelWithdrawal',
  summary: 'Cancel a withdrawal that nobody has approved yet; the money is free again at once',
  ...asMember,
  request: { params },
  responses: { 200: answers(Withdrawal, 'The withdrawal'), ...conflict, ...memberFailures },
});

const CancelToken = z.string().min(20).max(100);

export const findWithdrawalToCancel = createRoute({
  method: 'get',
  path: '/wallet/withdrawal-cancellations/{token}',
  tags: ['Wallet'],
  operationId: 'findWithdrawalToCancel',
  summary: 'What the link of the confirmation mail would cancel',
  ...asAnyone,
  request: { params: z.object({ token: CancelToken.openapi({ param: { name: 'token', in: 'path' } }) }) },
  responses: {
    200: answers(
      z.object({ withdraw_label: z.string(), amount: Amount, currency: Currency, status: WithdrawalStatus }),
      'The withdrawal',
    ),
    ...failures,
  },
});

export const cancelWithdrawalByToken = createRoute({
  method: 'post',
  path: '/wallet/withdrawal-cancellations',
  tags: ['Wallet'],
  operationId: 'cancelWithdrawalByToken',
  summary: 'Cancel by the link of the confirmation mail, signed in or not',
  ...asAnyone,
  request: body(z.strictObject({ token: CancelToken })),
  responses: {
    200: answers(z.object({ withdraw_label: z.string(), amount: Amount, currency: Currency }), 'Canceled'),
    ...conflict,
    ...failures,
  },
});
