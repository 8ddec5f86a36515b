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
