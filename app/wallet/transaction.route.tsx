import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMember } from '../platform/gates.server';
import type { RouteHandle } from '../platform/handle';
import { ComingSoon } from '../shell/coming-soon';

export const handle = {
  title: 'titles.transaction',
  gate: 'member',
  modules: ['wallet'],
  permission: 'wallet.view',
  comingSoon: true,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args, handle);
  return null;
}

export default ComingSoon;
