import { expect, it } from 'vitest';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import { allPermissions } from '../../members/permissions';
import { findUserByEmail } from '../../members/users';
import { openClub } from '../identity.testing';
import { actorOf } from '../staff/staff.testing';
import { ghostLink } from './ghost.club';
import { ghostLinks } from './ghost.tables';
import { addBoth, reason } from './ghost.testing';

const now = new Date('2026-11-21T09:41:00.123Z');
const asked = { user: 'mia@example.org', reason };

describeOnEachDatabase('ghost link', (open) => {
  it('makes a link for a minute, says for what, and leaves a row in the audit log', async () => {
    const club = await openClub(open);
    const { mia, greta } = await addBoth(club);
    const { lines, data } = await ghostLink.run(club, { ...asked, ticket: '12' }, now, actorOf(greta));
    expect(lines).toEqual([
      `Greta Holm sees the area of Mia Sommer (${mia.id}), read-only, for 30 minutes. The link works once, for 60 seconds:`,
      expect.stringMatching(/^http:\/\/localhost:3000\/enter-ghost-mode\?token=[\w-]{43}$/),
    ]);
    expect(data).toMatchObject({ expires_at: '2026-11-21T09:42:00.123Z', read_only: true });
    const entry = { action: 'ghost.link', actorId: greta.id, userId: mia.id };
    const detail = { read_only: true, ticket: 12, by: 'command line' };
    expect(await club.db.select().from(auditLog)).toMatchObject([{ ...entry, detail }]);
  });

  it('is for writing where that is asked for and permitted', async () => {
    const club = await openClub(open);
    const { greta } = await addBoth(club);
    const byGreta = actorOf(greta);
    expect((await ghostLink.run(club, { ...asked, write: true }, now, byGreta)).data.read_only).toBe(false);
    const ole = await club.addMember({ firstname: 'Ole', email: 'ole@example.org', permissions: ['ghost.enter'] });
    const byOle = actorOf(ole);
    await expect(ghostLink.run(club, { ...asked, write: true }, now, byOle)).rejects.toThrow(
      'no permission ghost.write',
    );
    expect((await ghostLink.run(club, asked, now, byOle)).data.read_only).toBe(true);
  });

  it.each([
    ['by who may not', { by: 'nora@example.org' }, 'Nora Sommer has no permission ghost.enter'],
    ['for oneself', { user: 'greta@example.org' }, 'Nobody needs a link to see their own area'],
    ['for other staff', { user: 'ines@example.org' }, 'Ines Sommer is staff'],
    ['by nobody', { by: 'nobody@example.org' }, 'Nobody is signed in here'],
    ['without much of a reason', { reason: ' a look   ' }, '--reason: needs at least 10 characters'],
    ['with ten half signs for a reason', { reason: '🌱🌱🌱🌱🌱' }, '--reason: needs at least 10 characters'],
    ['with a story for a reason', { reason: 'x'.repeat(501) }, '--reason: has more than 500 characters'],
    ['about no ticket', { ticket: 'twelve' }, '--ticket: is the number of a ticket'],
  ])(
    'is not made %s',
    async (_, { by = 'greta@example.org', ...given }: { by?: string; [name: string]: unknown }, words) => {
      const club = await openClub(open);
      await addBoth(club);
      await club.addMember({ firstname: 'Nora', email: 'nora@example.org' });
      const permissions = allPermissions.filter((permission) => permission !== 'ghost.enter');
      await club.addMember({ firstname: 'Ines', email: 'ines@example.org', permissions });
      const member = await findUserByEmail(club.db, by);
      const actor = member && actorOf(member);
      await expect(
        ghostLink.run(club, { ...asked, ...given }, now, actor).catch((error) => error),
      ).resolves.toHaveProperty('message', expect.stringContaining(words));
      expect([await club.db.$count(ghostLinks), await club.db.$count(auditLog)]).toEqual([0, 0]);
    },
  );
});
