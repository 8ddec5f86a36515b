import type { LoaderFunctionArgs } from '@remix-run/node';
import { ComingSoon } from '../platform/page/coming-soon';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember } from '../platform/request/gates.server';

export const handle = {
  title: 'titles.growing',
  gate: 'member',
  modules: ['growing'],
  permission: 'growing.view',
  comingSoon: true,
} satisfies RouteHandle;

export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args, handle);
  return null;
}

export default ComingSoon;
