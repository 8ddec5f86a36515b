import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';

/** Requests the receipt of the transaction in the address. The answer may be a failure, such as 404. */
export async function requestReceipt(args: LoaderFunctionArgs, handle: Partial<RouteHandle>) {
  const current = await requireMember(args, handle);
  const label = args.params.transaction_label ?? '';
  return { current, answer: await current.api.attempt(contract.receipts.getReceipt, { params: { label } }) };
}
