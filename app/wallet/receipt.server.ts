import type { LoaderFunctionArgs } from '@remix-run/node';
import { contract } from '../../upstream/contract/contract';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';

/** The receipt of the transaction in the address, for a member who may see it. */
export async function findReceipt(args: LoaderFunctionArgs, handle: Partial<RouteHandle>) {
  const current = await requireMember(args, handle);
  const label = args.params.transaction_label ?? '';
  return { current, answer: await current.api.attempt(contract.receipts.getReceipt, { params: { label } }) };
}
