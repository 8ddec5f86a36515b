import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { documentAnswer, pageOfFile } from '../platform/request/document.server';
import { requireMember } from '../platform/request/gates.server';
import { orderLabelIn } from './order.server';

export const handle = { gate: 'member', modules: ['wallet'], permission: 'wallet.view' } satisfies Partial<RouteHandle>;

/** The bank details of an order as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const label = orderLabelIn(args);
  const answer = await current.api.attempt(contract.orders.getBankDetailsPdf, { params: { label } });
  if (answer.ok) return documentAnswer(answer.data);
  return pageOfFile(current, `/financial/order/${label}/bank-details`, answer.failure);
}
