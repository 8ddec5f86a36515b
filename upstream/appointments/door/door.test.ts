import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CheckIn, type Door, mostAttempts } from '../../contract/appointments-door';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase, describeOnPostgres, testConfig } from '../../database/database.testing';
import { recordStatements } from '../../database/statements.testing';
import type { Club } from '../../identity/identity.testing';
import { allPermissions } from '../../members/permissions';
import { appointments } from '../appointments.tables';
import {
  aGuest,
  anAppointment,
  appointmentRow,
  type Guest,
  openAppointments,
  ticketStates,
} from '../appointments.testing';
import { checkIn } from './check-in';
import { appointmentCheckIns } from './door.tables';
import { getDoor, listDoors } from './read-door';
import { signTicket } from './ticket-signature';

/** The appointment is in Berlin, from 18 to 21 o'clock of 5 December. The door opens on the 4th, and closes after the 6th. */
const begin = new Date('2026-12-05T17:00:00Z');
const registered = new Date('2026-12-05T16:00:00Z');
const atDoor = new Date('2026-12-05T16:30:00Z');
const minutes = (count: number) => new Date(atDoor.getTime() + count * 60_000);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: registered }));
afterEach(() => void vi.useRealTimers());

const aDoor = (club: Club, other: Partial<typeof appointments.$inferInsert> = {}) =>
  anAppointment(club, registered, { startsAt: begin, ...other });

/** The calls of a member of the staff, who has just signed in. */
async function aDoorkeeper(club: Club) {
  const { id, call } = await aGuest(club, 0n, { permissions: allPermissions });
  const post = async (path: string, body: object) =>
    (await call('POST', path, body)) as unknown as { status: number; body: CheckIn };
  return {
    id,
    check: (label: string, code: string, scanned_at?: Date) =>
      post(`/appointments/${label}/check-ins`, { code, ...(scanned_at && { scanned_at: scanned_at.toISOString() }) }),
    undo: (label: string, code: string) => post(`/appointments/${label}/check-ins/undo`, { code }),
    door: async (label: string, q = '') =>
      (await call('GET', `/appointments/${label}/door?q=${encodeURIComponent(q)}`)) as unknown as {
        status: number;
        body: Door;
      },
    doors: async () => (await call('GET', '/appointments/doors')).body.data.map(({ label }) => label),
  };
}

describeOnEachDatabase('the door', (open) => {
  let club: Club;
  let label: string;
  let mia: Guest;
  let code: string;
  let staff: Awaited<ReturnType<typeof aDoorkeeper>>;
  beforeEach(async () => {
    club = await openAppointments(open);
    label = await aDoor(club);
    mia = await aGuest(club);
    code = (await mia.register(label, { guests: ['Ida Groß'], notes: 'Vegan' })).body.code;
    vi.setSystemTime(atDoor);
    staff = await aDoorkeeper(club);
  });
  const attempts = async () =>
    (await club.db.select().from(appointmentCheckIns).orderBy(appointmentCheckIns.id)).map(
      ({ code: tried, outcome, staffId }) => [tried, outcome, staffId],
    );
  const payloadOf = (of = code) => signTicket(club.config, { label, code: of, places: 2 });

  it('admits a ticket once, by its code or its QR code, and tells when', async () => {
    const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8).toLowerCase()}`;
    expect(await staff.check(label, typed)).toMatchObject({
      status: 200,
      body: {
        ...{ outcome: 'admitted', code, name: 'Mia Muster', guests: [{ name: 'Ida Groß' }], places: 2, notes: 'Vegan' },
        ...{ at: atDoor.toISOString(), since: null, other: null },
      },
    });
    vi.setSystemTime(minutes(5));
    const again = { outcome: 'duplicate', code, since: atDoor.toISOString(), at: minutes(5).toISOString() };
    expect((await staff.check(label, payloadOf())).body).toMatchObject(again);
    expect(await ticketStates(club, label)).toEqual([[mia.id, 'checked_in']]);
    expect((await staff.door(label)).body).toMatchObject({
      ...{ expected: 2, present: 2, attempts_total: 2, attempts: [again, { outcome: 'admitted', name: 'Mia Muster' }] },
      ...{ found: [], verifier_keys: [expect.stringMatching(/^almende\/tickets\+[0-9a-f]{8}\+/)] },
    });
    const audited = await club.db.select().from(auditLog).where(eq(auditLog.action, 'appointment.checked_in'));
    expect(audited).toMatchObject([{ actorId: staff.id, detail: { appointment: label, ticket: code, places: 2 } }]);
  });

  it('tells apart what it does not admit, and keeps each attempt', async () => {
    vi.setSystemTime(registered);
    const [paid, other] = [await aDoor(club, { price: 2500n }), await aDoor(club, { title: 'Pruning' })];
    const [unpaid, elsewhere] = [await (await aGuest(club)).register(paid), await (await aGuest(club)).register(other)];
    vi.setSystemTime(atDoor);
    await mia.cancel(label);
    const genuine = payloadOf();
    const [, content = '', signature = ''] = genuine.split('.');
    const forged = `AT1.${content}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const foreign = signTicket(
      { ...testConfig, secrets: ['the secret of another club, long enough'] },
      { label, code, places: 4 },
    );
    const outcomes = async (of: string, text: string) => (await staff.check(of, text)).body;
    expect(await outcomes(label, code)).toMatchObject({ outcome: 'canceled', since: atDoor.toISOString() });
    expect(await outcomes(paid, unpaid.body.code)).toMatchObject({
      outcome: 'canceled',
      since: registered.toISOString(),
    });
    expect(await outcomes(label, elsewhere.body.code)).toMatchObject({
      ...{ outcome: 'other', other: { label: other, title: 'Pruning', starts_at: begin.toISOString() } },
    });
    for (const text of [forged, foreign, genuine.slice(0, -1)])
      expect(await outcomes(label, text)).toMatchObject({ outcome: 'unknown', name: null, code: text.slice(0, 40) });
    expect(await outcomes(label, 'no-such code')).toMatchObject({ outcome: 'unknown', code: 'NOSUCHCODE', places: 0 });
    expect((await attempts()).map(([, outcome]) => outcome)).toEqual([
      ...['canceled', 'canceled', 'other', 'unknown', 'unknown', 'unknown', 'unknown'],
    ]);
    expect((await staff.door(label)).body).toMatchObject({ expected: 0, present: 0, attempts_total: 6 });
  });

  it('of a canceled appointment admits nobody', async () => {
    const row = { canceledAt: minutes(-5), canceledReason: 'Storm', canceledReasonDe: 'Sturm' };
    await club.db.update(appointments).set(row).where(eq(appointments.label, label));
    expect((await staff.check(label, code)).body).toMatchObject({
      outcome: 'canceled',
      since: minutes(-5).toISOString(),
    });
    expect(await staff.doors()).toEqual([]);
  });

  it('takes a check-in back, once', async () => {
    await staff.check(label, code);
    vi.setSystemTime(minutes(5));
    const undone = { outcome: 'undone', code, name: 'Mia Muster', since: null, at: minutes(5).toISOString() };
    expect((await staff.undo(label, code)).body).toMatchObject(undone);
    vi.setSystemTime(minutes(6));
    expect((await staff.undo(label, code)).body).toMatchObject(undone);
    expect(await ticketStates(club, label)).toEqual([[mia.id, 'registered']]);
    expect((await staff.check(label, code)).body).toMatchObject({ outcome: 'admitted' });
    expect((await attempts()).map(([, outcome]) => outcome)).toEqual(['admitted', 'undone', 'admitted']);
    expect((await staff.undo(label, 'unknown')).status).toBe(404);
  });

  it('is open from the day before to the day after, at the place', async () => {
    const status = async () => (await staff.check(label, 'x')).status;
    for (const [time, expected] of [
      ['2026-12-03T22:59:59Z', 422],
      ['2026-12-03T23:00:00Z', 200],
      ['2026-12-06T22:59:59Z', 200],
      ['2026-12-06T23:00:00Z', 422],
    ] as const) {
      vi.setSystemTime(new Date(time));
      staff = await aDoorkeeper(club);
      expect([time, await status(), await staff.doors()]).toEqual([time, expected, expected === 200 ? [label] : []]);
    }
    // A device may still have scans to send.
    expect((await staff.door(label)).status).toBe(200);
    vi.setSystemTime(new Date('2026-12-03T22:00:00Z'));
    expect((await (await aDoorkeeper(club)).door(label)).status).toBe(404);
  });

  it('takes the time of a device without a network, within bounds, and hears a scan twice', async () => {
    const at = minutes(-20);
    expect((await staff.check(label, code, at)).body).toMatchObject({ outcome: 'admitted', at: at.toISOString() });
    expect((await staff.check(label, code, at)).body).toMatchObject({ outcome: 'admitted', at: at.toISOString() });
    expect((await attempts()).length).toBe(1);
    const times = [new Date('2031-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z')];
    const counted = [];
    for (const time of times) counted.push((await staff.check(label, code, time)).body);
    expect(counted).toMatchObject([
      { outcome: 'duplicate', at: atDoor.toISOString(), since: at.toISOString() },
      { outcome: 'duplicate', at: '2026-12-03T23:00:00.000Z', since: at.toISOString() },
    ]);
    vi.setSystemTime(new Date('2026-12-09T12:00:00Z'));
    const later = await aDoorkeeper(club);
    expect((await later.check(label, code, minutes(-3))).body).toMatchObject({ outcome: 'duplicate' });
    expect((await later.check(label, code)).status).toBe(422);
  });

  it('finds holders and guests by a part of their name', async () => {
    const names = async (q: string) => (await staff.door(label, q)).body.found.map(({ name }) => name);
    expect([await names('MUST'), await names('groß'), await names('%'), await names('')]).toEqual([
      ...[['Mia Muster'], ['Mia Muster'], [], []],
    ]);
    await mia.cancel(label);
    expect(await names('must')).toEqual([]);
  });

  it('is for staff with the permission', async () => {
    for (const [method, path, body] of [
      ['GET', '/appointments/doors', undefined],
      ['GET', `/appointments/${label}/door`, undefined],
      ['POST', `/appointments/${label}/check-ins`, { code }],
      ['POST', `/appointments/${label}/check-ins/undo`, { code }],
    ] as const)
      expect([path, (await mia.call(method, path, body)).status]).toEqual([path, 403]);
    expect(await attempts()).toEqual([]);
  });

  it('takes three statements, however many came', async () => {
    for (let n = 0; n <= mostAttempts; n++) await staff.check(label, `X${n}`);
    const looking = { language: 'en' as const, now: atDoor };
    const door = () => getDoor(club, { label, q: 'mia' }, looking);
    expect((await recordStatements(door)).length).toBe(3);
    expect((await recordStatements(() => listDoors(club.db, looking))).length).toBe(1);
    const { attempts: shown, attempts_total } = await door();
    expect([shown.length, attempts_total, shown[0]?.code]).toEqual([
      mostAttempts,
      mostAttempts + 1,
      `X${mostAttempts}`,
    ]);
  });
});

describeOnPostgres('ten scanners at one moment', (open) => {
  it('admit each ticket once, and the others see when', async () => {
    const club = await openAppointments(open);
    const label = await aDoor(club, { capacity: 20 });
    const codes: string[] = [];
    for (let n = 0; n < 3; n++) codes.push((await (await aGuest(club)).register(label)).body.code);
    const { id: staffId } = await club.addMember({ email: 'staff@example.org', permissions: allPermissions });
    const by = (at: number) => ({
      ...{ staffId, ip: null, requestId: 'request', language: 'en' as const },
      now: new Date(atDoor.getTime() + at),
    });
    const scans = codes.flatMap((text) =>
      Array.from({ length: 10 }, (_, at) => checkIn(club, { label, text }, by(at))),
    );
    const done = await Promise.all(scans);
    for (const code of codes) {
      const ofTicket = done.filter((one) => one.code === code);
      const [first, ...others] = ofTicket.filter(({ outcome }) => outcome === 'admitted');
      expect([others, ofTicket.length]).toEqual([[], 10]);
      const rest = ofTicket.filter((one) => one !== first);
      expect(rest.map(({ outcome, since }) => [outcome, since])).toEqual(Array(9).fill(['duplicate', first?.at]));
    }
    expect(await club.db.$count(appointmentCheckIns, eq(appointmentCheckIns.outcome, 'admitted'))).toBe(3);
    expect((await appointmentRow(club, label)).taken).toBe(3);
    expect((await ticketStates(club, label)).map(([, status]) => status)).toEqual(Array(3).fill('checked_in'));
  });
});
