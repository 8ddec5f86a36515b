import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digestOfFacts, renewDigest } from './facts';

const said = {
  bookedOn: '2026-11-20',
  amount: 50_000n,
  partyName: 'Jörg Groß',
  partyIban: 'DE89 3704 0044 0532 0130 00',
  endToEndId: null,
  remittance: 'Für den\nVerein',
};
const digest = (...facts: string[]) => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
const iban = 'de89370400440532013000';

describe('a digest that was kept before umlauts were folded', () => {
  it.each([
    ['with its remittance', 'fürdenverein', said.remittance],
    ['where what the bank adds is shown in its place', '', ''],
  ])('is renewed, %s', (_, kept, remittance) => {
    const before = digest('2026-11-20', 'EUR', '50000', 'jörggroß', iban, '', kept);
    expect(renewDigest(before, said)).toBe(digestOfFacts({ ...said, remittance }));
    expect(renewDigest(before, said)).not.toBe(before);
  });

  it('is left as it is where it is of today, or of something else', () => {
    for (const kept of [digestOfFacts(said), 'before:B1']) expect(renewDigest(kept, said)).toBe(kept);
  });
});
