/** Withdraw accounts. Rules: docs/product/wallet.md#withdraw-accounts. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import {
  answers,
  asMember,
  body,
  Instant,
  Line,
  memberFailures,
  noContent,
  PersonName,
  Problem,
  RowNumber,
} from './shapes';
import { verification } from './verification';

export const WithdrawAccount = z
  .object({
    id: z.int(),
    type: z.literal('sepa'),
    name: z.string(),
    holder: z.string(),
    iban: z.string(),
    bic: z.string().nullable(),
    bank_name: z.string().nullable(),
    status: z.enum(['cooling_down', 'active', 'disabled']),
    usable_at: Instant,
    is_default: z.boolean(),
    last_used_at: Instant.nullable(),
    /** Country and last four characters: `DE•• •••• 3000`. */
    masked: z.string(),
  })
  .openapi('WithdrawAccount');

const params = z.object({ id: RowNumber });
const conflict = { 409: answers(Problem, 'Too many accounts, or one is still in use; `code` says which') };

export const listWithdrawAccounts = createRoute({
  method: 'get',
  path: '/wallet/withdraw-accounts',
  tags: ['Wallet'],
  operationId: 'listWithdrawAccounts',
  summary: 'The member’s accounts',
  ...withAbility('wallet:read'),
  responses: {
    200: answers(
      z.object({
        data: z.array(WithdrawAccount),
        /** The most accounts that a member may have. */
        max: z.int(),
        /** Hours before a new account takes money. */
        cool_down_hours: z.int(),
      }),
      'Accounts',
    ),
    ...memberFailures,
  },
});

export const NewWithdrawAccount = z.strictObject({
  name: Line(40),
  holder: PersonName(70),
  iban: Line(60),
  bic: z.string().trim().max(20).optional(),
  ...verification,
});

export const createWithdrawAccount = createRoute({
  method: 'post',
  path: '/wallet/withdraw-accounts',
  tags: ['Wallet'],
  operationId: 'createWithdrawAccount',
  summary: 'Add an account; a mailed code is bound to its holder and IBAN',
  ...asMember,
  request: body(NewWithdrawAccount),
  responses: { 201: answers(WithdrawAccount, 'The account'), ...conflict, ...memberFailures },
});

export const updateWithdrawAccount = createRoute({
  method: 'put',
  path: '/wallet/withdraw-accounts/{id}',
  tags: ['Wallet'],
  operationId: 'updateWithdrawAccount',
  summary: 'Its name, and whether it is the default: nothing that money depends on',
  ...asMember,
  request: {
    params,
    ...body(z.strictObject({ name: Line(40).optional(), is_default: z.literal(true).optional() })),
  },
  responses: { 200: answers(WithdrawAccount, 'The account'), ...conflict, ...memberFailures },
});

export const deleteWithdrawAccount = createRoute({
  method: 'post',
  path: '/wallet/withdraw-accounts/{id}/delete',
  tags: ['Wallet'],
  operationId: 'deleteWithdrawAccount',
  summary: 'Delete an account; a mailed code is bound to it',
  ...asMember,
  request: { params, ...body(z.strictObject(verification)) },
  responses: { 204: noContent, ...conflict, ...memberFailures },
});
