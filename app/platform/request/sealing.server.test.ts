import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer, createSigner } from './sealing.server';

const SECRET = 'a secret of thirty-two characters';

describe('createSealer', () => {
  it('opens what it sealed, whatever it was', () => {
    const sealer = createSealer([SECRET], 'test');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 5000 }), (text) => sealer.open(sealer.seal(text)) === text),
    );
  });

  it('refuses a changed text, whichever byte was changed', () => {
    const sealer = createSealer([SECRET], 'test');
    const sealed = Buffer.from(sealer.seal('{"userId":7}'), 'base64url');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(sealer.open(changed.toString('base64url'))).toBeNull();
    }
  });

  it.each([0, 1, 127, 128, 129, 5000])('seals %d bytes in the format of every version', (length) => {
    const text = 'ä'.repeat(length / 2) + 'x'.repeat(length % 2);
    const key = Buffer.from(hkdfSync('sha256', SECRET, '', 'test', 32));
    const sealed = Buffer.from(createSealer([SECRET], 'test').seal(text), 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(12, 28));
    const body = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    // During an update, and after a rollback, an older process opens what this one sealed.
    expect(inflateRawSync(body).toString()).toBe(text);
  });

  it('opens what no compression makes shorter', () => {
    const sealer = createSealer([SECRET], 'test');
    const text = randomBytes(3000).toString('latin1');
    expect(sealer.open(sealer.seal(text))).toBe(text);
  });

  it('refuses nonsense', () => {
    const sealer = createSealer([SECRET], 'test');
    fc.assert(fc.property(fc.string(), (text) => sealer.open(text) === null));
  });

  it('keeps purposes apart', () => {
    const sealed = createSealer([SECRET], 'session').seal('x');
    expect(createSealer([SECRET], 'carry').open(sealed)).toBeNull();
  });

  it('opens what an older secret sealed, until that secret is gone', () => {
    const sealed = createSealer(['old'], 'test').seal('x');
    expect(createSealer(['new', 'old'], 'test').open(sealed)).toBe('x');
    expect(createSealer(['new'], 'test').open(sealed)).toBeNull();
  });
});

describe('createSigner', () => {
  const signer = createSigner([SECRET], 'test');

  it('gives the value back', () => {
    expect(signer.verify(signer.sign('abc.def'))).toBe('abc.def');
  });

  it('refuses another value under the same signature, and another purpose', () => {
    const [, signature] = signer.sign('one').split('.');
    expect(signer.verify(`two.${signature}`)).toBeNull();
    expect(createSigner([SECRET], 'other').verify(signer.sign('one'))).toBeNull();
    expect(signer.verify('')).toBeNull();
  });
});
