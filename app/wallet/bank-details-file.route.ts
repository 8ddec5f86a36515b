import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { documentAnswer, fileProblem } from '../platform/document.server';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { orderLabelIn } from './order.server';

export const handle = { gate: 'member', modules: ['wallet'], permission: 'wallet.view' } satisfies Partial<RouteHandle>;

/** The bank details of an order as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const params = { label: orderLabelIn(args) };
  const answer = await current.api.attempt(contract.orders.getBankDetailsPdf, { params });
  return answer.ok ? documentAnswer(answer.data) : fileProblem(current, answer.failure);
}
