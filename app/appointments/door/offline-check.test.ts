import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkOffline } from './offline-check';
import { readPass } from './read-pass';
import { readQueue, writeQueue } from './scan-queue';

const name = 'almende/tickets';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const bytes = Buffer.concat([Buffer.of(1), publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
const id = createHash('sha256').update(`${name}\n`).update(bytes).digest().subarray(0, 4);
const key = `${name}+${id.toString('hex')}+${bytes.toString('base64')}`;

function passOf(label: string, code = 'QX7M11DD80AB'): string {
  const text = `AT1.${Buffer.from(`${label}|${code}|3`).toString('base64url')}`;
  return `${text}.${Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64url')}`;
}

const label = 'AP-6K1WZ8PDR';
const at = '2026-12-05T16:00:00.000Z';
const known = { label, keys: [key], present: new Set<string>(), queue: [] };
const outcomeOf = async (text: string, more = {}) => (await checkOffline(text, at, { ...known, ...more })).outcome;

describe('a device without a network', () => {
  it('admits a signed ticket of this appointment, with its places', async () => {
    expect(await checkOffline(passOf(label), at, known)).toMatchObject({
      ...{ outcome: 'admitted', code: 'QX7M11DD80AB', places: 3 },
    });
  });

  it('tells a ticket for another appointment from a forged one', async () => {
    expect(await outcomeOf(passOf('AP-3V9TB2NQM'))).toBe('other');
    const [version, , signature] = passOf('AP-3V9TB2NQM').split('.');
    const forged = `${version}.${Buffer.from(`${label}|QX7M11DD80AB|4`).toString('base64url')}.${signature}`;
    expect(await outcomeOf(forged)).toBe('unknown');
    expect(await outcomeOf(passOf(label), { keys: [] })).toBe('unknown');
  });

  it('admits a ticket once, whether it was scanned here or came in before', async () => {
    const text = passOf(label);
    expect(await outcomeOf(text, { queue: [{ text, at }] })).toBe('duplicate');
    expect(await outcomeOf(text, { queue: [{ text: 'qx7m-11dd-80ab', at }] })).toBe('duplicate');
    expect(await outcomeOf(text, { present: new Set(['QX7M11DD80AB']) })).toBe('duplicate');
  });

  it('keeps a typed code, which has no signature, for later', async () => {
    expect(await outcomeOf('qx7m-11dd-80ab')).toBe('stored');
    expect(readPass('https://example.org/')).toBeNull();
  });
});

describe('the scans that wait', () => {
  it('outlive the page, one appointment apart from another, and forget what is broken', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (item: string) => kept.get(item) ?? null,
      setItem: (item: string, value: string) => void kept.set(item, value),
      removeItem: (item: string) => void kept.delete(item),
    };
    writeQueue(storage, label, [{ text: 'A', at }]);
    expect(readQueue(storage, label)).toEqual([{ text: 'A', at }]);
    expect(readQueue(storage, 'AP-3V9TB2NQM')).toEqual([]);
    kept.set(`check-in ${label}`, '[{"text":1},{');
    expect(readQueue(storage, label)).toEqual([]);
    writeQueue(storage, label, []);
    expect(kept.size).toBe(0);
  });
});
