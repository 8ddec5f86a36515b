/** What waits in the wallet. Rules: docs/product/wallet.md#the-wallet-page. */
import { createRoute, z } from '@hono/zod-openapi';
import { withAbility } from './abilities';
import { Order } from './orders';
import { answers, memberFailures } from './shapes';
import { Withdrawal } from './withdrawals';

const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    /** How many there are. */
    total: z.int(),
  });

export const OpenItems = z.object({ orders: listOf(Order), withdrawals: listOf(Withdrawal) }).openapi('OpenItems');
export type OpenItems = z.infer<typeof OpenItems>;

export const listOpenItems = createRoute({
  method: 'get',
  path: '/wallet/open',
  tags: ['Wallet'],
  operationId: 'listOpenItems',
  summary: 'The newest open orders and the newest open withdrawals',
  ...withAbility('wallet:read'),
  request: { query: z.object({ most: z.coerce.number().int().min(1).max(100).default(15) }) },
  responses: { 200: answers(OpenItems, 'What is open'), ...memberFailures },
});
