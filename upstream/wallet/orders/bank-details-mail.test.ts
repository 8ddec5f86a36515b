import { randomUUID } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import jsQr from 'jsqr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { readPdf } from '../../documents/pdf.testing';
import type { Club } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { createBankDetailsMails } from './bank-details-mail';
import { newKey, openOrders, openOrdersClub, pay } from './orders.testing';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the mail with the bank details', (open) => {
  let club: Club;
  let id: number;
  let mia: Awaited<ReturnType<typeof openOrders>>;
  beforeEach(async () => {
    club = await openOrdersClub(open);
    club.jobs.work('bank-details', createBankDetailsMails(club));
    id = (await club.addMember()).id;
    mia = await openOrders(club, 'mia@example.org');
  });
  const mails = async () =>
    (await club.mails()).filter(({ subject }) => /^(Bank details|Bankverbindung)/.test(subject));

  it.each([
    ['en', 'Bank details for your deposit of €1,599.34', 'by 4 December 2026', 'Payee: Almende eG'],
    ['de', 'Bankverbindung für deine Einzahlung über 1.599,34 €', 'bis zum 4. Dezember 2026', 'Empfänger: Almende eG'],
  ] as const)('follows an order in %s, with QR code and PDF', async (language, subject, until, payee) => {
    await club.db.update(users).set({ language }).where(eq(users.id, id));
    const { order_label: label } = (await mia.deposit('1599.34')).body;
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'mia@example.org', language });
    expect(mail?.subject.replaceAll('\u00a0', ' ')).toBe(subject);
    for (const said of [until, payee, 'IBAN: DE02 1203 0000 0000 2020 51', 'BIC: BYLADEM1001', label])
      expect(mail?.text).toContain(said);
    expect(mail?.links).toEqual([expect.stringMatching(new RegExp(`/financial/order/${label}/bank-details$`))]);
    const [picture, pdf] = mail?.attachments ?? [];
    expect(picture).toMatchObject({ name: 'qr-code.png', mimeType: 'image/png', inline: true });
    expect(mail?.html).toContain('src="cid:qr-code.png"');
    expect(read(Buffer.from(picture?.text ?? '', 'base64'))).toBe((await mia.show(label)).bank_details?.epc);
    expect(pdf).toMatchObject({ name: expect.stringMatching(`${label}.pdf$`), mimeType: 'application/pdf' });
    expect((await readPdf(Buffer.from(pdf?.text ?? '', 'base64'))).text).toContain(label);
  });

  it('is sent once, however often the order is sent', async () => {
    const key = newKey();
    for (let twice = 0; twice < 2; twice++) expect((await mia.deposit('50.00', key)).status).toBe(201);
    expect(await mails()).toHaveLength(1);
  });

  it('is sent once, also when the server was killed before its job was settled', async () => {
    const { order_label: orderLabel } = (await mia.deposit('50.00')).body;
    const before = (await mails()).length;
    const job = { id: randomUUID(), data: { userId: id, orderLabel } };
    for (let twice = 0; twice < 2; twice++) {
      await createBankDetailsMails(club)(job);
      expect(await mails()).toHaveLength(before + 1);
    }
  });

  it('is not sent to an address that nobody confirmed', async () => {
    await club.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id));
    expect((await mia.deposit('50.00')).status).toBe(201);
    expect(await mails()).toEqual([]);
  });

  it('is not written any more once something was paid, or all', async () => {
    const { order_label: orderLabel } = (await mia.deposit('100.00')).body;
    const before = (await mails()).length;
    for (const paid of [4000n, 6000n]) {
      await pay(club, orderLabel, paid, start);
      await createBankDetailsMails(club)({ id: randomUUID(), data: { userId: id, orderLabel } });
      expect(await mails()).toHaveLength(before);
    }
  });
});

/** Reads the code from the PNG, as a camera would. */
function read(png: Buffer): string | undefined {
  const side = png.readUInt32BE(16);
  const from = png.indexOf('IDAT') + 4;
  const lines = inflateSync(png.subarray(from, from + png.readUInt32BE(from - 8)));
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const byte = lines[y * (side / 8 + 1) + 1 + (x >> 3)] ?? 0;
      if ((byte & (0x80 >> (x & 7))) === 0) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return jsQr(pixels, side, side)?.data;
}
