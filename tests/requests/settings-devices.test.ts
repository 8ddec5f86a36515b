import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { authSessions } from '../../upstream/members/sessions.tables';
import { type Club, sharedClub } from '../support/club';
import { signInElsewhere } from '../support/devices';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

const t = textsIn('en');
const de = textsIn('de');
let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

const csrfOf = ({ body }: Page) => /name="csrf" value="([^"]*)"/.exec(body)?.[1] ?? '';

async function openMember(language: 'en' | 'de' = 'en') {
  const member = await club.member({ language });
  const visitor = new Visitor(club.url);
  visitor.headers['Accept-Language'] = language;
  await visitor.signIn(member);
  const open = () =>
    club.db
      .select()
      .from(authSessions)
      .where(and(eq(authSessions.userId, member.id), isNull(authSessions.revokedAt)));
  return { member, visitor, open };
}

describe('a post to the page of devices', () => {
  const path = '/settings/devices';

  it.each(['en', 'de'] as const)(
    'about a device of others, of nobody, or twice, is answered 404 in %s',
    async (language) => {
      const other = await openMember();
      const { member, visitor } = await openMember(language);
      await signInElsewhere(club, member, [{}]);
      const page = await visitor.get(path);
      const csrf = csrfOf(page);
      const own = /name="id" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
      const [foreign] = await other.open();
      const answer = await visitor.post(path, { csrf, intent: 'revoke', id: own });
      expect([answer.status, answer.location]).toEqual([303, path]);
      for (const id of [own, foreign?.id ?? '', randomUUID(), '../devices']) {
        for (const intent of ['revoke', 'remove_push']) {
          const refused = await visitor.post(path, { csrf, intent, id });
          expect([id, refused.status]).toEqual([id, 404]);
          expect(readableText(refused)).toContain((language === 'de' ? de : t)('settings:devices.gone'));
        }
      }
      expect(await other.open()).toHaveLength(1);
    },
  );

  it.each([
    [{ intent: 'revoke' }, 422],
    [{ intent: 'revoke', id: '' }, 422],
    [{ intent: 'revoke_all' }, 422],
    [{ intent: 'revoke_others', id: '1' }, 422],
    [{}, 422],
    [{ csrf: 'forged', intent: 'revoke_others' }, 403],
  ])('that says %j is answered %i and changes nothing', async (fields, status) => {
    const { member, visitor, open } = await openMember();
    await signInElsewhere(club, member, [{}]);
    const page = await visitor.get(path);
    const answer = await visitor.post(path, { csrf: csrfOf(page), ...fields } as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.body).toContain('error-summary');
    expect(await open()).toHaveLength(2);
  });

  it('leads to the page that was shown, and to the last one there is', async () => {
    const { member, visitor } = await openMember();
    await signInElsewhere(club, member, [{}, {}, {}]);
    const page = await visitor.get(`${path}?page=2`);
    const answer = await visitor.submit(page, `${path}?page=2`, { intent: 'revoke' });
    expect([answer.status, answer.location]).toEqual([303, `${path}?page=2`]);
    const last = await visitor.get(`${path}?page=2`);
    expect([last.status, last.location]).toEqual([302, path]);
    expect(readableText(await visitor.follow(last))).toContain(t('settings:devices.revoked'));
  });

  it('about the device itself ends its session', async () => {
    const { visitor, open } = await openMember();
    const [own] = await open();
    const page = await visitor.get(path);
    const answer = await visitor.post(path, { csrf: csrfOf(page), intent: 'revoke', id: own?.id ?? '' });
    expect((await visitor.get(answer.location ?? '')).location).toBe('/lock?return_to=%2Fsettings%2Fdevices');
    expect(await open()).toHaveLength(0);
  });

  it('of a session that another device has ended is answered by the lock, and signs nobody out', async () => {
    const { member, visitor, open } = await openMember();
    const page = await visitor.get(path);
    const other = new Visitor(club.url);
    await other.signIn(member);
    const [newest] = (await open()).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    await other.post(path, { csrf: csrfOf(await other.get(path)), intent: 'revoke_others' });
    const answer = await visitor.post(path, { csrf: csrfOf(page), intent: 'revoke_others' });
    expect(answer.status).toBe(401);
    expect((await open()).map(({ id }) => id)).toEqual([newest?.id]);
  });
});

describe('a post to the settings of notifications', () => {
  const path = '/settings/notifications';
  const form = 'notifications';

  it.each([
    [{ lottery: 'mail' }, 'form.unknown_field'],
    [{ security: 'site' }, 'form.unknown_field'],
    [{ wallet: 'fax' }, 'form.invalid'],
    [{ digest: 'hourly' }, 'form.invalid'],
    [{ quiet_from: '22:00' }, 'settings:notifications.quiet.both'],
    [{ quiet_to: '07:00' }, 'settings:notifications.quiet.both'],
    [{ quiet_from: '22:00', quiet_to: '22.00' }, 'settings:notifications.quiet.equal'],
    [{ quiet_from: '24:00', quiet_to: '07:00' }, 'settings:notifications.quiet.format'],
    [{ quiet_from: 'ten', quiet_to: '07:00' }, 'settings:notifications.quiet.format'],
  ])('that says %j is refused in words, with what was ticked kept', async (fields, key) => {
    for (const [language, words] of [
      ['en', t],
      ['de', de],
    ] as const) {
      const { visitor } = await openMember(language);
      const page = await visitor.get(path);
      const answer = await visitor.submit(page, form, { chat: 'mail', quiet_from: '', quiet_to: '', ...fields });
      expect(answer.status).toBe(422);
      const [part = ''] = words(key, { field: '{}' })
        .split('{}')
        .filter(Boolean)
        .sort((a, b) => b.length - a.length);
      expect(readableText(answer)).toContain(part.trim());
      const sent = formOf(answer, form).fields;
      expect(sent.filter(([name]) => name === 'chat')).toEqual([['chat', 'mail']]);
      const saved = formOf(await visitor.get(path), form).fields;
      expect(saved.filter(([name]) => name === 'chat').map(([, value]) => value)).toEqual(['site', 'push']);
    }
  });

  it.each([
    ['7.30', '07:30'],
    ['0730', '07:30'],
    [' 7:30 ', '07:30'],
    ['07:30:00', '07:30'],
  ])('takes %j for a time as people write it', async (typed, time) => {
    const { visitor } = await openMember();
    const answer = await visitor.submit(await visitor.get(path), form, { quiet_from: '22:00', quiet_to: typed });
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(formOf(await visitor.get(path), form).fields).toContainEqual(['quiet_to', time]);
  });

  it('without a tick switches everything off but security', async () => {
    const { visitor } = await openMember();
    const page = await visitor.get(path);
    const answer = await visitor.post(path, { csrf: csrfOf(page), digest: 'off' });
    expect(answer.status).toBe(303);
    const after = await visitor.get(path);
    expect(formOf(after, form).fields.map(([name]) => name)).toEqual(['csrf', 'quiet_from', 'quiet_to', 'digest']);
    expect(
      after.body.match(/<input type="checkbox"[^>]* checked=""/g)?.filter((box) => box.includes('disabled')),
    ).toHaveLength(3);
  });
});
