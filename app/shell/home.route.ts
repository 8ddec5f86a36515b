import type { LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}
