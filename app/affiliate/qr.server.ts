import { qrCode } from '../platform/page/qr-code.server';

/** The white border that ISO/IEC 18004 asks for, in modules. */
const quiet = 4;
/** Pixels for each side of a module, enough for a print of 4 cm. */
const pixels = 12;

/** Returns the QR code of a link as an SVG document: black on white in every colour scheme, so that cameras read it. */
export function drawQr(link: string): string {
  const { size, path } = qrCode(link, { ecc: 'M' });
  const side = size + 2 * quiet;
  const box = `viewBox="0 0 ${side} ${side}" width="${side * pixels}" height="${side * pixels}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" transform="translate(${quiet} ${quiet})" d="${path}"/></svg>`;
}

/** Draws the same as PNG. The library loads only now, because few requests need it. */
export async function drawQrPng(link: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  return new Uint8Array(
    await sharp(Buffer.from(drawQr(link)))
      .greyscale()
      .png()
      .toBuffer(),
  );
}
