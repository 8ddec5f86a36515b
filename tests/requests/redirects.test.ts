import { beforeAll, describe, expect, it } from 'vitest';
import { type Club, sharedClub } from '../support/club';
import { formOf, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

describe('a way back', () => {
  const bad = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    'evil.example',
  ];

  it.each(bad)('to %j is not followed after a form', async (target) => {
    const visitor = new Visitor(club.url);
    const form = formOf(await visitor.get('/login'), '/light');
    const fields = form.fields.filter(([name]) => name !== 'return_to');
    const answer = await visitor.post('/light', [...fields, ['return_to', target], ['light', '1']]);
    expect([answer.status, answer.location]).toEqual([303, '/']);
  });

  it.each(bad)('to %j is not followed after a sign-in by link', async (target) => {
    const member = await club.member({ password: false });
    const visitor = new Visitor(club.url);
    await fetch(`${club.url}/api/auth/unlock-link`, {
      method: 'POST',
      headers: { ...visitor.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: member.email }),
    });
    const { links } = await club.mailbox.waitFor({ to: member.email, subject: 'Your link to' });
    const token = new URL(links[0] ?? '').pathname.split('/').at(-1) ?? '';
    const page = await visitor.get(`/auth?token=${token}&redirect=${encodeURIComponent(target)}`);
    const answer = await visitor.submit(page, '/auth');
    expect([answer.status, answer.location]).toEqual([303, '/dashboard']);
  });

  it('within the club is followed', async () => {
    const visitor = new Visitor(club.url);
    const page = await visitor.get('/login?from=here');
    const answer = await visitor.submit(page, '/light', { light: '1' });
    expect([answer.status, answer.location]).toEqual([303, '/login?from=here']);
  });
});
