import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RouteHandle } from '../platform/page/handle';
import { requireMember, unknownPath } from '../platform/request/gates.server';
import { loadLink } from './link.server';
import { drawQr, drawQrPng } from './qr.server';

export const handle = {
  gate: 'member',
  modules: ['affiliate'],
  permission: 'affiliate.view',
} satisfies Partial<RouteHandle>;

/** The QR code of the member's link, with the campaign of `?c=`: `link.svg`, which the page shows, and `link.png`. */
export async function loader(args: LoaderFunctionArgs) {
  const current = await requireMember(args, handle);
  const draw = DRAWINGS.get(args.params.drawing ?? '');
  const { link, isWrong } = await loadLink(current);
  if (!draw || !link || isWrong) throw await unknownPath(current);
  const { type, body } = await draw(link);
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store, private' } });
}

type Draw = (link: string) => Promise<{ type: string; body: string | Uint8Array<ArrayBuffer> }>;

const DRAWINGS = new Map<string, Draw>([
  ['link.svg', async (link) => ({ type: 'image/svg+xml', body: drawQr(link) })],
  ['link.png', async (link) => ({ type: 'image/png', body: await drawQrPng(link) })],
]);
