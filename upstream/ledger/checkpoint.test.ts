import { describe, expect, it } from 'vitest';
import { testConfig } from '../database/database.testing';
import { openHead, signerOf, signHead } from './checkpoint';
import { now } from './ledger.testing';

const signer = signerOf(testConfig);

describe('a signed head', () => {
  const head = { size: 7, rootHash: Buffer.alloc(32, 7), signedAt: now };

  it('opens as it was signed', () => {
    expect(openHead(signer, signHead(signer, head))).toEqual(head);
    const former = signHead({ ...signer, name: 'old.example/log' }, head);
    expect(openHead(signer, former)).toEqual(head);
  });

  it('opens in no other words, for no other name, and by no other key', () => {
    const note = signHead(signer, head);
    expect(openHead(signer, note.replace('\n7\n', '\n8\n'))).toBe(null);
    expect(openHead(signer, note.replaceAll(signer.name, 'elsewhere/log'))).toBe(null);
    expect(openHead(signer, note.replace(signer.name, 'elsewhere/log'))).toBe(null);
    expect(openHead(signerOf({ ...testConfig, secrets: ['another secret that is long enough too'] }), note)).toBe(null);
    expect(openHead(signer, `${note}more`)).toBe(null);
  });

  it('stays good after the secret has changed, as long as the old one is known', () => {
    const [old = ''] = testConfig.secrets;
    const rotated = signerOf({ ...testConfig, secrets: ['a newer secret that is long enough to be one', old] });
    expect(openHead(rotated, signHead(signer, head))).toEqual(head);
    expect(openHead(signer, signHead(rotated, head))).toBe(null);
  });
});
