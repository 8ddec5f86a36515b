import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/request/gates.server';
import { contextOf } from '../platform/request/request-context.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

export async function action(args: ActionFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Never shown. A route needs a component so that Remix shows the 404 as a page. */
export default function NoPage() {
  return null;
}
