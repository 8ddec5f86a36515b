/** What a file is, by its bytes alone (docs/product/support.md#attachments). */
import type { attachmentTypes } from '../../contract/support-attachments';

export type AttachmentType = (typeof attachmentTypes)[number];

/** Bytes that decide between the types. */
export const signatureBytes = 12;

const isAt = (bytes: Uint8Array, at: number, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', at, at + text.length) === text;

/** Returns the type that the first bytes of a file tell; text if they tell none, and then `isText` decides. */
export function typeOf(start: Uint8Array): AttachmentType {
  if (isAt(start, 0, '%PDF-')) return 'application/pdf';
  if (isAt(start, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (isAt(start, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (isAt(start, 0, 'RIFF') && isAt(start, 8, 'WEBP')) return 'image/webp';
  return 'text/plain';
}

/**
 * Whether bytes of a file may be text in UTF-8 or in a code page of Windows: they hold no control characters but tabs
 * and line ends. Other files have NUL or other control characters almost at once.
 */
export function isText(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte < 0x20 ? byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d : byte === 0x7f) return false;
  }
  return true;
}
