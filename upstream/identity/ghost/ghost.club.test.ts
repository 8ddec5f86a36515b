import { expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { openClub } from '../identity.testing';
import { allPermissions } from '../permissions';
import { ghostLink } from './ghost.club';
import { ghostLinks } from './ghost.tables';
import { addBoth, reason } from './ghost.testing';

const now = new Date('2026-11-21T09:41:00.123Z');
const asked = { staff: 'greta@example.org', user: 'mia@example.org', reason };

describeOnEachDatabase('ghost link', (open) => {
  it('makes a link for a minute, says for what, and leaves a row in the audit log', async () => {
    const club = await openClub(open);
    const { mia, greta } = await addBoth(club);
    const { lines, data } = await ghostLink.run(club, { ...asked, ticket: '12' }, now);
    expect(lines).toEqual([
      `Greta Holm sees the area of Mia Sommer (${mia.id}), read-only, for 30 minutes. The link is good once, for 60 seconds:`,
      expect.stringMatching(/^http:\/\/localhost:3000\/enter-ghost-mode\?token=[\w-]{43}$/),
    ]);
    expect(data).toMatchObject({ expires_at: '2026-11-21T09:42:00.123Z', read_only: true });
    const entry = { action: 'ghost.link', actorId: null, userId: mia.id };
    const detail = { staff: greta.id, read_only: true, ticket: 12, by: 'command line' };
    expect(await club.db.select().from(auditLog)).toMatchObject([{ ...entry, detail }]);
  });

  it('is for writing where that is asked for and permitted', async () => {
    const club = await openClub(open);
    await addBoth(club);
    expect((await ghostLink.run(club, { ...asked, write: true }, now)).data.read_only).toBe(false);
    await club.addMember({ firstname: 'Ole', email: 'ole@example.org', permissions: ['ghost.enter'] });
    const byOle = { ...asked, staff: 'ole@example.org' };
    await expect(ghostLink.run(club, { ...byOle, write: true }, now)).rejects.toThrow('no permission ghost.write');
    expect((await ghostLink.run(club, byOle, now)).data.read_only).toBe(true);
  });

  it.each([
    ['by who may not', { staff: 'nora@example.org' }, 'Nora Sommer has no permission ghost.enter'],
    ['for oneself', { user: 'greta@example.org' }, 'Nobody needs a link to see their own area'],
    ['for other staff', { user: 'ines@example.org' }, 'Ines Sommer is staff'],
    ['by nobody', { staff: 'nobody@example.org' }, 'There is no member nobody@example.org'],
    ['without much of a reason', { reason: ' a look   ' }, '--reason: needs at least 10 characters'],
    ['with ten half signs for a reason', { reason: '🌱🌱🌱🌱🌱' }, '--reason: needs at least 10 characters'],
    ['with a story for a reason', { reason: 'x'.repeat(501) }, '--reason: has more than 500 characters'],
    ['about no ticket', { ticket: 'twelve' }, '--ticket: is the number of a ticket'],
  ])('is not made %s', async (_, given, words) => {
    const club = await openClub(open);
    await addBoth(club);
    await club.addMember({ firstname: 'Nora', email: 'nora@example.org' });
    const permissions = allPermissions.filter((permission) => permission !== 'ghost.enter');
    await club.addMember({ firstname: 'Ines', email: 'ines@example.org', permissions });
    await expect(ghostLink.run(club, { ...asked, ...given }, now).catch((error) => error)).resolves.toHaveProperty(
      'message',
      expect.stringContaining(words),
    );
    expect([await club.db.$count(ghostLinks), await club.db.$count(auditLog)]).toEqual([0, 0]);
  });
});
