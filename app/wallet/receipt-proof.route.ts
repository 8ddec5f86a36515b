import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { fileAnswer, fileProblem } from '../platform/request/document.server';
import { requestReceipt } from './receipt.server';

export const handle = {
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
} satisfies Partial<RouteHandle>;

/** The proof of a transaction as a file of its own, for the verifier page and other programs. */
export async function loader(args: LoaderFunctionArgs) {
  const { current, answer } = await requestReceipt(args, handle);
  if (!answer.ok) return fileProblem(current, answer.failure);
  const { proof, transaction } = answer.data;
  if (!proof) return fileProblem(current, { status: 503, message: '', errors: {}, retryAfter: null });
  const name = `${transaction.transaction_label}.json`;
  return fileAnswer(`${JSON.stringify(proof)}\n`, { name, type: 'application/json' });
}
