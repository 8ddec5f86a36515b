/** The permission that each staff command of growing needs. */
import { expect, it } from 'vitest';
import type { ClubCommand } from '../club/command';
import { auditLog } from '../database/audit.tables';
import { describeOnEachDatabase } from '../database/database.testing';
import { actorNumbered } from '../identity/staff/staff.testing';
import { allPermissions, isStaff, memberPermissions } from '../members/permissions';
import { start } from './growing.club.testing';
import { plantsLose, plantsStage } from './plants/plants.club';
import { roomAdd, roomCount, roomList } from './rooms/rooms.club';
import { saleClose, saleCreate, saleList } from './sales/sales.club';

/** Each command has valid arguments, so that only the missing permission stops it. */
const commands: [ClubCommand, given: Record<string, unknown>][] = [
  [roomAdd, { code: 'H5', name: 'Haus 5|House 5', city: 'Uelzen', places: '420' }],
  [roomList, {}],
  [roomCount, { code: 'H5', standing: '0' }],
  [plantsStage, { room: 'H5', stage: 'seedling' }],
  [plantsLose, { number: ['H5-00001'], reason: 'Frost|Frost' }],
  [
    saleCreate,
    {
      ...{ room: 'H5', price: '1.00', total: '1', max: '1', cycles: '1', 'first-cycle': '1' },
      ...{ from: 'now', until: '2027-01-01', share: '70' },
    },
  ],
  [saleClose, { label: 'SL-4GW0CB1CR' }],
  [saleList, {}],
];

it('the permission makes its owner staff, and no new member has it', () => {
  expect(isStaff({ permissions: ['growing.manage'] })).toBe(true);
  expect(memberPermissions).not.toContain('growing.manage');
});

describeOnEachDatabase('a command of growing', (open) => {
  it('is refused to whoever of the staff has every permission but its own, and leaves no trace', async () => {
    const club = await open();
    const others = allPermissions.filter((one) => one !== 'growing.manage');
    for (const [command, given] of commands) {
      const asked = Promise.resolve().then(() => command.run(club, given, start, actorNumbered(1, others)));
      await expect(asked, command.name).rejects.toThrow('Greta Holm has no permission growing.manage.');
    }
    expect(await club.db.$count(auditLog)).toBe(0);
  });
});
