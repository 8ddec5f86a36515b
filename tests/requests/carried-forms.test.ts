import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authSessions } from '../../upstream/members/sessions.tables';
import { type Club, startClub } from '../support/club';
import type { Member } from '../support/members';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const HOUR_S = 3601;

/** Returns a member whose session ends between the dashboard and the submission of one of its forms. */
async function sendTooLate(state: Parameters<Club['member']>[0] = {}) {
  const member = await club.member(state);
  const visitor = new Visitor(club.url);
  const second = await visitor.follow(await visitor.signIn(member));
  if (state.twoFactor) await visitor.submit(second, 'two-factor', { one_time_password: await member.code() });
  const dashboard = await visitor.get('/dashboard');
  const csrf = formOf(dashboard, '/instructions').fields;
  await club.clock.advance(HOUR_S);
  const locked = await visitor.post('/instructions', [
    ...csrf,
    ['id', 'register_intro'],
    ['password', 'typed somewhere'],
  ]);
  return { member, visitor, locked };
}

const carryOf = (page: Page, form = '/lock') => formOf(page, form).fields.find(([name]) => name === 'carry')?.[1];

describe('a form that came after the end of the session', () => {
  it('is answered 401 in place, sealed, without passwords', async () => {
    const { locked } = await sendTooLate();
    expect(locked.status).toBe(401);
    expect(readableText(locked)).toContain(t('session:lock.kept'));
    expect(carryOf(locked)).toMatch(/^[\w-]{40,}$/);
    expect(locked.body).not.toContain('register_intro');
    expect(locked.body).not.toContain('typed somewhere');
  });

  it('waits for half an hour', async () => {
    const { visitor, locked, member } = await sendTooLate();
    const resumed = await visitor.submit(locked, '/lock', { intent: 'unlock', password: member.password });
    expect(resumed.status).toBe(200);
    expect(resumed.body).toContain(`<title>${t('form.resumed')} - `);
    expect(resumed.body).toContain(`<h1>${t('form.resumed')}</h1>`);
    expect(readableText(resumed)).toContain(t('session:resume.pressed'));
    expect(readableText(resumed)).not.toContain('register_intro');
    expect(resumed.body).not.toContain('typed somewhere');
    await club.clock.advance(30 * 60 + 1);
    const late = await visitor.submit(resumed, '/instructions', { carry_intent: 'send' });
    expect(late.status).not.toBe(303);
    expect(readableText(await visitor.get('/dashboard'))).toContain(t('dashboard.intro.register_intro.seedling.title'));
  });

  it('belongs to its member alone', async () => {
    const { locked } = await sendTooLate();
    const carry = carryOf(locked) ?? '';
    const other = new Visitor(club.url);
    await other.signIn(await club.member());
    const form = formOf(await other.get('/dashboard'), '/instructions');
    const answer = await other.post('/instructions', [...form.fields, ['carry', carry], ['carry_intent', 'send']]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('cannot be sent to another path, nor changed', async () => {
    const { visitor, locked, member } = await sendTooLate();
    const resumed = await visitor.submit(locked, '/lock', { intent: 'unlock', password: member.password });
    const carry = carryOf(resumed, '/instructions') ?? '';
    const form = formOf(resumed, '/instructions').fields.filter(([name]) => name !== 'carry');
    const elsewhere = await visitor.post('/display', [...form, ['carry', carry]]);
    expect(elsewhere.status).toBe(422);
    const changed = await visitor.post('/instructions', [...form, ['carry', `${carry.slice(0, -4)}AAAA`]]);
    expect(changed.status).toBeGreaterThanOrEqual(400);
    expect(changed.status).toBeLessThan(500);
  });

  it('is kept through the second factor', async () => {
    const { visitor, locked, member } = await sendTooLate({ twoFactor: true });
    const second = await visitor.submit(locked, '/lock', { intent: 'unlock', password: member.password });
    expect(carryOf(second)).toBeDefined();
    const wrong = await visitor.submit(second, '/lock', { intent: 'challenge', one_time_password: '000000' });
    expect(wrong.status).toBe(422);
    expect(carryOf(wrong)).toBeDefined();
    const resumed = await visitor.submit(wrong, '/lock', {
      intent: 'challenge',
      one_time_password: await member.code(),
    });
    const sent = await visitor.submit(resumed, '/instructions', { carry_intent: 'send' });
    expect([sent.status, sent.location]).toEqual([303, '/dashboard']);
    expect(readableText(await visitor.get('/dashboard'))).not.toContain(
      t('dashboard.intro.register_intro.seedling.title'),
    );
  });

  it.each([
    ['is over', () => club.clock.advance(HOUR_S)],
    [
      'was ended on another device',
      async ({ id }: Member) => {
        const revokedAt = new Date(club.clock.now());
        await club.db
          .update(authSessions)
          .set({ revokedAt, revokedReason: 'revoked' })
          .where(eq(authSessions.userId, id));
      },
    ],
  ])('is kept whole where it is longer than a guest may send, and the session %s', async (_, end) => {
    const member = await club.member();
    const visitor = new Visitor(club.url);
    await visitor.signIn(member);
    const { fields } = formOf(await visitor.get('/ui/form'), 'workshop');
    await end(member);
    const hidden = fields.filter(([name]) => !['subject', 'message'].includes(name));
    const typed: [string, string][] = [
      ['subject', 'Ein langer Brief'],
      ['message', 'Größe und Grün. '.repeat(4000).trim()],
    ];
    const locked = await visitor.post('/ui/form', [...hidden, ...typed]);
    expect(locked.status).toBe(401);
    const wrong = await visitor.submit(locked, '/lock', { intent: 'unlock', password: 'a guess' });
    expect(wrong.status).toBe(422);
    const resumed = await visitor.submit(wrong, '/lock', { intent: 'unlock', password: member.password });
    for (const [, value] of typed) expect(readableText(resumed)).toContain(value);
    // The text is too long for this form. The refusal is the same as in any session and keeps the complete text.
    const sent = await visitor.submit(resumed, '/ui/form', { carry_intent: 'send' });
    expect(sent.status).toBe(422);
    for (const [name, value] of typed) expect(formOf(sent, 'workshop').fields).toContainEqual([name, value]);
  });

  it('that books money is shown for review and never sent by itself', async () => {
    process.env.SESSION_SECRET = club.secret;
    const { sealForm } = await import('../../app/platform/request/carry.server');
    const member = await club.member();
    const visitor = new Visitor(club.url);
    const dashboard = await visitor.follow(await visitor.signIn(member));
    const locked = await visitor.follow(await visitor.submit(dashboard, '/lock', { intent: 'lock' }));
    const typed = new FormData();
    typed.set('amount', '1599.34');
    typed.set('verification_code', '123456');
    const carry = sealForm(typed, '/financial/action/make-withdraw', member.id, club.clock.now()) ?? '';
    const resumed = await visitor.submit(locked, '/lock', { intent: 'unlock', password: member.password, carry });
    const text = readableText(resumed);
    expect(text).toContain('€1,599.34');
    expect(text).not.toContain('123456');
    expect(text).toContain(t('session:resume.money'));
    const { buttons } = formOf(resumed, '/financial/action/make-withdraw');
    expect(buttons).toEqual([['carry_intent', 'review']]);
  });
});
