import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../upstream/members/members.tables';
import { type Club, sharedClub } from '../support/club';
import { readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

async function aMember(firstname: string, lastname: string, sponsorId?: number) {
  const member = await club.member();
  await club.db.update(users).set({ firstname, lastname }).where(eq(users.id, member.id));
  if (sponsorId) await club.db.update(users).set({ referrerId: sponsorId }).where(eq(users.id, member.id));
  const visitor = new Visitor(club.url);
  await visitor.signIn(member);
  return { visitor, member };
}

/** Ruth brought Anna, Anna brought Jonas, and Jonas brought Mira. */
async function aTeam() {
  const ruth = await aMember('Ruth', 'Haller');
  const anna = await aMember('Anna', 'Kessler', ruth.member.id);
  const jonas = await aMember('Jonas', 'Brandt', anna.member.id);
  const mira = await aMember('Mira', 'Tamm', jonas.member.id);
  return { ruth, anna, jonas, mira };
}

/** Returns the address of the line of a member whom a page names as a link. */
function lineOf({ body }: { body: string }, name: string): string {
  const [, path] = new RegExp(`href="(/affiliate/team\\?parent=[^"]+)"[^>]*>Show[^<]* below ${name}<`).exec(body) ?? [];
  if (!path) throw new Error(`No link to the line of ${name}`);
  return path.replaceAll('&amp;', '&');
}

describe('the team of a member', () => {
  it('opens level by level, with full names on the first level alone and no e-mail address', async () => {
    const { ruth, anna, mira } = await aTeam();
    const first = await ruth.visitor.get('/affiliate/team');
    expect(readableText(first)).toContain('Anna Kessler');
    expect(readableText(first)).not.toContain('Jonas');
    const second = await ruth.visitor.get(lineOf(first, 'Anna Kessler'));
    expect(readableText(second)).toContain('Jonas B.');
    expect(second.body).not.toContain('Brandt');
    const third = await ruth.visitor.get(lineOf(second, 'Jonas B.'));
    expect(readableText(third)).toContain('Mira T.');
    expect(third.body).not.toContain('Tamm');
    expect(readableText(third)).toContain('You › Anna Kessler › Jonas B.');
    for (const { body } of [first, second, third]) {
      expect(body).not.toContain(anna.member.email);
      expect(body).not.toContain(mira.member.email);
    }
  });

  it('finds first names in the own line alone, and says if there is none', async () => {
    const { ruth, mira } = await aTeam();
    expect(readableText(await ruth.visitor.get('/affiliate/team?q=mir'))).toContain('Mira T.');
    const nobody = readableText(await mira.visitor.get('/affiliate/team?q=Ruth'));
    expect(nobody).toContain('Nobody found');
    expect(nobody).not.toContain('Haller');
    expect(readableText(await mira.visitor.get('/affiliate/team'))).toContain('Nobody here yet');
  });

  it('is unknown to everybody else', async () => {
    const { ruth, anna } = await aTeam();
    const path = lineOf(await ruth.visitor.get('/affiliate/team'), 'Anna Kessler');
    const other = await aMember('Paul', 'Wiesner');
    expect((await other.visitor.get(path)).status).toBe(404);
    expect((await anna.visitor.get(path)).status).toBe(404);
    expect((await ruth.visitor.get('/affiliate/team?parent=1')).status).toBe(404);
    expect((await ruth.visitor.get(`/affiliate/team?parent=${'a'.repeat(65)}`)).status).toBe(404);
  });

  it('hides a name above the sponsor, until the member shows it again', async () => {
    const { ruth, anna, jonas } = await aTeam();
    const line = lineOf(await ruth.visitor.get('/affiliate/team'), 'Anna Kessler');
    const hidden = await jonas.visitor.submit(await jonas.visitor.get('/affiliate'), 'hide', { intent: 'hide' });
    expect([hidden.status, hidden.location]).toEqual([303, '/affiliate']);
    expect(readableText(await jonas.visitor.follow(hidden))).toContain('Your name is hidden');
    const above = await ruth.visitor.get(line);
    expect(readableText(above)).toContain('Hidden name');
    expect(above.body).not.toContain('Jonas');
    expect(readableText(await anna.visitor.get('/affiliate/team'))).toContain('Jonas Brandt');
    await jonas.visitor.submit(await jonas.visitor.get('/affiliate'), 'hide', { intent: 'show' });
    expect(readableText(await ruth.visitor.get(line))).toContain('Jonas B.');
  });
});

describe('the figures of a member', () => {
  it('count each level, and the months as a table', async () => {
    const { ruth } = await aTeam();
    const page = await ruth.visitor.get('/affiliate');
    expect(page.body.match(/<th scope="row"[^>]*>[123]<\/th>/g)).toHaveLength(3);
    expect(page.body).toContain('5\u00a0%');
    const growth = await ruth.visitor.get('/affiliate?growth=1');
    expect(growth.body.match(/<th scope="row"[^>]*>\d\d\/\d{4}/g)).toHaveLength(12);
  });
});
