import { describe, expect, it } from 'vitest';
import type { Harvest } from '../../contract/growing-harvests';
import { testConfig } from '../../database/database.testing';
import { readPdf } from '../../documents/pdf.testing';
import { writeHarvestPdf } from './harvest-pdf';

const mine: NonNullable<Harvest['mine']> = {
  plants: 4,
  numbers: [{ first: 'H2-00198', last: 'H2-00201', count: 4 }],
  ...{ exact: '412.8016', fraction: '0.0016', remainder_cents: '0.16', got_cent: true },
  ...{ payout: '412.81', due: '412.81', withheld: '0.00', paid: '412.81' },
  ...{ transaction_label: 'TX-3M9K4XTSM', settled_at: '2026-11-16T05:00:00.000Z' },
};
const harvest: Harvest = {
  id: 'H2-13',
  room: { code: 'H2', name: 'Haus 2', city: 'Uelzen' },
  ...{ cycle: 13, strain: 'Morgentau', version: 1, newest_version: 1, status: 'paid' },
  ...{ harvested_at: '2026-08-10T08:00:00.000Z', weighed_at: '2026-08-25T08:00:00.000Z' },
  ...{ recorded_at: '2026-11-12T13:20:00.000Z', recorded_by: 'Tobias Renner' },
  ...{ approved_at: '2026-11-13T08:05:00.000Z', approved_by: 'Miriam Oster', paid_at: '2026-11-16T05:00:00.000Z' },
  ...{ grams: 48_822, grams_per_plant: '103.0', plants: 474, lost: 6, members: 163, currency: 'EUR' },
  ...{ revenue: '126937.20', revenue_per_gram: '2.60', surplus: '69881.43' },
  costs: [
    { title: 'Arbeit', amount: '24380.00' },
    { title: 'Strom und Klima', amount: '17962.41' },
    { title: 'Substrat, Dünger, Wasser', amount: '6204.86' },
    { title: 'Verpackung und Fahrten', amount: '4390.00' },
    { title: 'Labor und Freigabe', amount: '4118.50' },
  ],
  ...{ member_share_percent: '70.00', club_share_percent: '30.00', pool_fraction: '0.0010', pool: '48917.00' },
  ...{ per_plant: '103.2004', leftover_cents: 79, smallest_with_cent: '0.16' },
  mine,
  corrections: [],
};

describe('the PDF of a harvest', () => {
  const asked = { zone: 'Europe/Berlin', now: new Date('2026-11-20T09:00:00Z') };
  const write = async (shown: Harvest, language: 'en' | 'de' = 'de') => {
    const { name, data } = await writeHarvestPdf({ config: testConfig }, shown, 'Johanna Lindenberger', {
      ...asked,
      language,
    });
    const { pages } = await readPdf(Buffer.from(data, 'base64'));
    return { name, pages, lines: pages.join('\n').replace(/\s+/g, ' ') };
  };

  it('is one sheet with each line of the page, in the member’s language', async () => {
    const { name, pages, lines } = await write(harvest);
    expect([name, pages.length]).toEqual(['Abrechnung der Ernte H2-13', 1]);
    for (const words of [
      ...['Haus 2, Zyklus 13', '13.11.2026 von Miriam Oster', 'TX-3M9K4XTSM', '= 69.881,43 €', '× 70 %', '− 0,0010 €'],
      ...['÷ 474', '480 gepflanzt, 6 verloren', '= 103,2004 €', '× 4', 'H2-00198 – H2-00201', '− 0,0016 €'],
      ...['+ 0,01 €', '= 412,81 €', '48,822 kg aus 474 Pflanzen, im Mittel 2,60 € je Gramm', 'Dein Rest: 0,16 Cent'],
      'Vergangene Ernten sagen nichts über künftige',
    ])
      expect(lines).toContain(words);
    const english = await write(harvest, 'en');
    expect([english.name, english.pages.length]).toEqual(['Statement of harvest H2-13', 1]);
    expect(english.lines).toContain('= €412.81');
  });

  it('is one sheet for a correction with a deduction and plants in many places', async () => {
    const numbers = Array.from({ length: 20 }, (_, at) => {
      const number = `H2-${String(at * 7).padStart(5, '0')}`;
      return { first: number, last: number, count: 1 };
    });
    const corrections = [2, 3].map((version) => ({
      ...{ version, replaced_version: version - 1, at: harvest.approved_at, difference: '12.00', withheld: '12.00' },
      reason: 'Der Strom von Haus 3 war hier mitgezählt worden, und eine Rechnung des Labors fehlte.',
      ...{ transaction_label: null, settled_at: harvest.paid_at },
    }));
    const own = { ...mine, plants: 25, numbers, due: '12.00', withheld: '12.00', transaction_label: null };
    const { pages, lines } = await write({ ...harvest, version: 3, newest_version: 3, mine: own, corrections });
    expect(pages.length).toBe(1);
    expect(lines).toContain('und weitere');
    expect(lines).toContain('3, eine Berichtigung');
    expect(lines).toMatch(/Abgezogen, weil .*12,00 €/);
    expect((await write({ ...harvest, newest_version: 2 })).lines).toContain('1, später durch Fassung 2 berichtigt');
  });

  it('says in words that nothing was shared, that all was lost, and that nothing is booked yet', async () => {
    const loss = { ...harvest, surplus: '-100.00', pool: '0.00', leftover_cents: 0, smallest_with_cent: null };
    expect((await write(loss)).lines).toContain('Einen Verlust trägt der Verein allein');
    const none = { ...loss, surplus: '100.00', plants: 0, lost: 480, members: 0, grams: 0, mine: null };
    const { lines } = await write({ ...none, revenue_per_gram: null });
    expect(lines).toContain('Keine Pflanze wurde geerntet');
    expect(lines).not.toContain('÷');
    const running = { ...mine, transaction_label: null, settled_at: null };
    const unpaid = await write({ ...harvest, status: 'approved', paid_at: null, mine: running });
    expect(unpaid.lines).toMatch(/läuft noch.*noch nicht gebucht/);
    expect((await write({ ...harvest, mine: null })).lines).toContain('Vom Topf zu einer Pflanze');
  });
});
