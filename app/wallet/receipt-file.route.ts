import type { LoaderFunctionArgs } from '@remix-run/node';
import { documentAnswer, fileProblem } from '../platform/document.server';
import type { RouteHandle } from '../platform/handle';
import { findReceipt } from './receipt.server';

export const handle = {
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
} satisfies Partial<RouteHandle>;

/** The receipt of a transaction as PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const { current, answer } = await findReceipt(args, handle);
  return answer.ok ? documentAnswer(answer.data.pdf) : fileProblem(current, answer.failure);
}
