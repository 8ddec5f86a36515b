import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { documentAnswer, pageOfFile } from '../platform/request/document.server';
import { requestReceipt } from './receipt.server';

export const handle = {
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
} satisfies Partial<RouteHandle>;

/** The receipt of a transaction as PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const { current, answer } = await requestReceipt(args, handle);
  if (answer.ok) return documentAnswer(answer.data.pdf);
  const label = encodeURIComponent(args.params.transaction_label ?? '');
  return pageOfFile(current, `/financial/transaction/${label}`, answer.failure);
}
