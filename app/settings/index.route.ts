import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireMember } from '../platform/gates.server';
import { redirect } from '../platform/responses.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await redirect(await requireMember(args, {}), '/settings/address');
}
