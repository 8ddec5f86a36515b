import { describe, expect, it } from 'vitest';
import { Document } from '../../../upstream/contract/wallet';
import { attachment, documentAnswer } from './document.server';

const pdf = { name: 'receipt', mime_type: 'application/pdf' as const };

describe('a document', () => {
  it('is a download of its bytes, kept by nobody', async () => {
    const bytes = Buffer.alloc(200_000, 'PDF');
    const answer = documentAnswer({ ...pdf, data: bytes.toString('base64') });
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'application/pdf',
      'content-length': '200000',
      'content-disposition': `attachment; filename="receipt.pdf"; filename*=UTF-8''receipt.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store, private',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ['Bestätigung (1).pdf', `filename="Bestatigung__1_.pdf"; filename*=UTF-8''Best%C3%A4tigung%20%281%29.pdf`],
    ['a"\r\nSet-Cookie: b.pdf', `filename="a__Set-Cookie__b.pdf"; filename*=UTF-8''a%22_Set-Cookie_%20b.pdf`],
    ['../../etc/passwd', `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
    ['\ud800.pdf', `filename="_.pdf"; filename*=UTF-8''_.pdf`],
  ])('named %j adds no header and leaves no folder', (name, expected) => {
    expect(attachment(name)).toBe(`attachment; ${expected}`);
  });

  it.each([
    ['of a kind that a browser would run', { ...pdf, mime_type: 'text/html', data: 'QUJD' }],
    ['that is no base64', { ...pdf, data: '<html>' }],
    ['that is empty', { ...pdf, data: '' }],
  ])('%s breaks the contract', (_, value) => {
    expect(Document.safeParse(value).success).toBe(false);
  });
});
