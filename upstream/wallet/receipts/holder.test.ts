import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { addresses } from '../../account/account.tables';
import { describeOnEachDatabase, type TestDatabase } from '../../database/database.testing';
import { readPdf } from '../../documents/pdf.testing';
import { InvalidFields } from '../../http/problems';
import { users } from '../../members/members.tables';
import type { UserRow } from '../../members/users';
import { aMember, giveMoney } from '../wallet.testing';
import { listHolderLines } from './holder';
import { getReceipt } from './receipts';
import { getStatement } from './statement';

const now = new Date('2026-11-22T13:04:05Z');
const zone = 'Europe/Berlin';

describeOnEachDatabase('a document of the wallet', (open) => {
  let club: TestDatabase;
  let member: UserRow;
  const change = async (fields: Partial<UserRow>) => {
    const [row] = await club.db.update(users).set(fields).where(eq(users.id, member.id)).returning();
    member = row as UserRow;
  };
  const moveTo = (place: Partial<typeof addresses.$inferInsert>) =>
    club.db
      .insert(addresses)
      .values({ userId: member.id, street: '', streetNumber: '', city: '', ...place, updatedAt: now });
  beforeEach(async () => {
    club = await open();
    const id = await aMember(club);
    const [row] = await club.db.select().from(users).where(eq(users.id, id));
    member = row as UserRow;
  });

  it('names the member with the address', async () => {
    await change({ country: 'DE' });
    await moveTo({ street: 'Lindenweg', streetNumber: '4a', postcode: '16816', city: 'Neuruppin' });
    const label = await giveMoney(club, member.id, 100n, now);
    const address = /Mira Maier\s+Lindenweg 4a\s+16816 Neuruppin\s+Deutschland/;
    const receipt = await getReceipt(club, member, label, { zone, language: 'de', now });
    expect((await readPdf(Buffer.from(receipt.pdf.data, 'base64'))).text).toMatch(address);
    const statement = await readStatement('2026-11-01', '2026-11-30', 'de');
    expect(statement.text).toMatch(address);
  });

  it('writes an address as its country does', async () => {
    expect(await listHolderLines(club.db, member, 'en')).toEqual(['Mira Maier']);
    await change({ country: 'US' });
    await moveTo({
      company: 'Maier Inc.',
      street: 'Main St',
      streetNumber: '500',
      postcode: '62704',
      region: 'IL',
      city: 'Springfield',
    });
    const lines = ['Mira Maier', 'Maier Inc.', '500 Main St', 'Springfield IL 62704', 'United States'];
    expect(await listHolderLines(club.db, member, 'en')).toEqual(lines);
  });

  it('certifies no day that is not over', async () => {
    await giveMoney(club, member.id, 5000n, new Date('2026-11-10T12:00:00Z'));
    const running = await readStatement('2026-11-01', '2026-11-30', 'en');
    expect(running.name).toBe('Statement 2026-11-01 – 2026-11-22');
    expect(running.text).toContain('Balance so far');
    expect(running.text).not.toContain('Closing balance');
    expect(running.text).not.toContain('30/11/2026');
    expect(running.text).toMatch(/holds what was booked until 22 November\s+2026 at 14:04:05/);
    const today = await readStatement('2026-11-22', '2026-11-22', 'de');
    expect(today.text).toMatch(/Guthaben bis jetzt\s+50,00 €/);

    const over = await readStatement('2026-11-01', '2026-11-21', 'en');
    expect(over.text).toMatch(/Closing balance\s+€50.00/);
    expect(over.text).not.toContain('so far');
    await expect(readStatement('2026-11-23', '2026-11-30', 'en')).rejects.toThrow(InvalidFields);
  });

  it('holds what was booked until its moment, and nothing that is booked while it is written', async () => {
    const at = [now, new Date(now.getTime() + 1)];
    const [last = '', next = ''] = [
      await giveMoney(club, member.id, 5000n, at[0]),
      await giveMoney(club, member.id, 700n, at[1]),
    ];
    const { text } = await readStatement('2026-11-22', '2026-11-22', 'en');
    expect(text).toMatch(/Balance so far\s+€50.00/);
    expect([text.includes(last), text.includes(next)]).toEqual([true, false]);
  });

  async function readStatement(from: string, to: string, language: 'en' | 'de') {
    const { name, data } = await getStatement(club, member, { from, to, format: 'pdf', zone, language, now });
    return { name, text: (await readPdf(Buffer.from(data, 'base64'))).text };
  }
});
