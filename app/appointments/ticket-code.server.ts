import { qrCode } from '../platform/page/qr-code.server';

/** The white border that ISO/IEC 18004 asks for, in modules. The page adds padding of its own. */
const quiet = 2;

/** Returns the QR code of a ticket as an SVG document: black on white in every colour scheme, so that cameras read it. */
export function drawTicketCode(payload: string): string {
  const { size, path } = qrCode(payload, { ecc: 'M' });
  const side = size + 2 * quiet;
  const box = `viewBox="0 0 ${side} ${side}" width="${side * 8}" height="${side * 8}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" transform="translate(${quiet} ${quiet})" d="${path}"/></svg>`;
}
