import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { aGuest, anAppointment, openAppointments } from '../appointments.testing';
import { appointmentCheckIn } from './door.club';
import { appointmentCheckIns } from './door.tables';
import { signTicket } from './ticket-signature';

const now = new Date('2026-12-05T16:30:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

describeOnEachDatabase('the door at the command line', (open) => {
  it('admits once, tells what each code is, and keeps who tried', async () => {
    const club = await openAppointments(open);
    const label = await anAppointment(club, now, { startsAt: new Date('2026-12-05T17:00:00Z') });
    const { code } = (await (await aGuest(club)).register(label, { guests: ['Ida Groß'] })).body;
    const actor = { ...(await aStaffMember(club)), permissions: ['event.check_in'] };
    const run = async (of: string, at = now) =>
      (await appointmentCheckIn.run(club, { label, code: of }, at, actor)).lines;
    expect(await run(code)).toEqual([`Come in: Mia Muster, Ida Groß (${code}), 2 places.`]);
    expect(await run(signTicket(club.config, { label, code, places: 2 }))).toEqual([
      `Already here since ${now.toISOString()}: Mia Muster, Ida Groß (${code}).`,
    ]);
    expect(await run('nonsense')).toEqual(['Unknown: NONSENSE. The club has not issued this code.']);
    expect(await club.db.select().from(appointmentCheckIns).orderBy(appointmentCheckIns.id)).toMatchObject(
      ['admitted', 'duplicate', 'unknown'].map((outcome) => ({ outcome, staffId: actor.id })),
    );
    await expect(run(code, new Date(0))).rejects.toThrow('The door is open from the day before');
  });
});
