import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Document } from '../../contract/wallet';
import { describeOnEachDatabase } from '../../database/database.testing';
import { readPdf, readQrCode } from '../../documents/pdf.testing';
import type { Club } from '../../identity/identity.testing';
import { pay } from '../../wallet/orders/orders.testing';
import { aGuest, anAppointment, openAppointments } from '../appointments.testing';
import { openTicket } from '../door/ticket-signature';

const start = new Date('2026-11-20T09:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the PDF of a ticket', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openAppointments(open);
  });

  it('says what the page says, with a code that opens the door', async () => {
    const label = await anAppointment(club, start, { price: 2500n });
    const mia = await aGuest(club);
    const { body: ticket } = await mia.register(label, { guests: ['Ida Groß'], notes: 'Vegan' });
    await pay(club, ticket.order_label as string, 5000n, start);
    const { status, body } = await mia.call('GET', `/appointments/${label}/ticket/pdf`, undefined, { language: 'de' });
    const document = body as unknown as Document;
    expect([status, document.name]).toEqual([200, `Karte ${label}`]);
    const pdf = Buffer.from(document.data, 'base64');
    const { text, info, pages, isTagged } = await readPdf(pdf);
    expect([info, isTagged, pages.length]).toMatchObject([{ Title: 'Erntefest', Language: 'de' }, true, 1]);
    const code = ticket.code.replace(/(.{4})(?=.)/g, '$1-');
    for (const words of [
      'Montag, 30. November 2026 um 10:00 MEZ',
      'Hof 1, Berlin',
      'Mia Muster',
      'Ida Groß',
      'Vegan',
      code,
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/50,00.€, bezahlt mit OR-/);
    const payload = await readQrCode(pdf);
    expect(payload).toBe((await mia.ticket(label)).qr_payload);
    expect(openTicket(club.config, payload ?? '')).toEqual({ label, code: ticket.code, places: 2 });
  });

  it('is for tickets that open the door', async () => {
    const label = await anAppointment(club, start);
    const mia = await aGuest(club);
    const get = async () => {
      const { status, body } = await mia.call('GET', `/appointments/${label}/ticket/pdf`);
      return [status, body.code];
    };
    expect(await get()).toEqual([404, undefined]);
    await mia.register(label);
    expect(await get()).toEqual([200, undefined]);
    await mia.cancel(label);
    expect(await get()).toEqual([409, 'not_valid']);
  });
});
