import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { unknownPath } from '../platform/gates.server';
import { contextOf } from '../platform/request-context.server';

export async function loader(args: LoaderFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

export async function action(args: ActionFunctionArgs) {
  throw await unknownPath(await contextOf(args));
}

/** Never shown; with it the 404 is a page. */
export default function NoPage() {
  return null;
}
