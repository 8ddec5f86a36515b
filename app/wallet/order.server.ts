import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import type { Order } from '../../upstream/contract/orders';
import type { Member } from '../platform/request/gates.server';
import { labelIn } from './label-in.server';

/** What a payment service may put into the address when it sends the member back. The order itself decides. */
export const HINTS = ['success', 'pending', 'canceled', 'failed'] as const;
export type Hint = (typeof HINTS)[number];

export const cancelOrderSchema = z.strictObject({ intent: z.literal('cancel') });

type Params = Pick<LoaderFunctionArgs, 'params'>;

export const orderLabelIn = ({ params }: Params): string => labelIn(params.order_label, 'OR');

/** Returns the order. Throws the 404 page, also for the order of another member. */
export const getOrder = (current: Member, args: Params): Promise<Order> =>
  current.api.call(contract.orders.getOrder, { params: { label: orderLabelIn(args) } });
