import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMember } from '../platform/request/gates.server';
import { redirect } from '../platform/request/responses.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await requireMember(args, {}), '/settings/address');
}
