import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Club, startClub } from '../support/club';
import { textsIn } from '../support/texts';
import { formOf, type Page, readableText, Visitor } from '../support/visitor';

let club: Club;
beforeAll(async () => {
  club = await startClub();
}, 120_000);
afterAll(() => club.stop());

const t = textsIn('en');
const password = 'drei grüne Wiesen im Mai';
const application = {
  firstname: 'Jonas',
  lastname: 'Weiß',
  email: 'jonas.weiss@example.org',
  birthdate: '1991-02-28',
  country: 'AT',
  password,
  password_confirmation: password,
  terms: ['1', '2'],
};

const fieldOf = (page: Page, form: string, name: string) =>
  formOf(page, form)
    .fields.filter(([field]) => field === name)
    .map(([, value]) => value);

function expectKept(page: Page, form = 'register') {
  expect(fieldOf(page, form, 'lastname')).toEqual([application.lastname]);
  expect(fieldOf(page, form, 'email')).toEqual([application.email]);
  expect(fieldOf(page, form, 'password')).toEqual(['']);
  expect(page.body).not.toContain(password);
}

/** Returns the fields of the register form as a browser sends them. */
async function filledForm(visitor: Visitor, changed: Record<string, string> = {}): Promise<[string, string][]> {
  const form = formOf(await visitor.get('/register'), 'register');
  const typed = { ...application, ...changed };
  const hidden = form.fields.filter(([name]) => !(name in typed));
  return [
    ...hidden,
    ...Object.entries(typed).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
  ];
}

describe('a forged request', () => {
  it.each([
    ['a foreign Origin', { Origin: 'https://evil.example' }],
    ['an opaque Origin', { Origin: 'null' }],
    ['Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'Sec-Fetch-Site': 'same-site' }],
  ])('with %s is answered 403 and changes nothing', async (_, headers) => {
    const visitor = new Visitor(club.url);
    await visitor.signIn({ email: 'anna@example.org', password: 'almende-demo' });
    const form = formOf(await visitor.get('/dashboard'), '/logout');
    const answer = await visitor.post('/logout', form.fields, headers);
    expect(answer.status).toBe(403);
    expect((await visitor.get('/dashboard')).status).toBe(200);
  });

  it('without an Origin needs the token of the page; what was typed is kept, never the password', async () => {
    const visitor = new Visitor(club.url);
    const fields = (await filledForm(visitor)).filter(([name]) => name !== 'csrf');
    for (const sent of [fields, [...fields, ['csrf', 'AAAA'] as [string, string]]]) {
      const answer = await visitor.post('/register', sent);
      expect(answer.status).toBe(403);
      expectKept(answer);
      expect(readableText(answer)).toContain(t('form.stale'));
    }
    const again = await visitor.submit(await visitor.post('/register', fields), 'register', {
      password,
      password_confirmation: password,
      email: 'after.a.stale.form@example.org',
    });
    expect([again.status, again.location]).toEqual([303, '/email-verification/sent']);
  });

  it('with the token of another visitor is refused', async () => {
    const [visitor, other] = [new Visitor(club.url), new Visitor(club.url)];
    const foreign = formOf(await other.get('/register'), 'register').fields.find(([name]) => name === 'csrf');
    const fields = (await filledForm(visitor)).filter(([name]) => name !== 'csrf');
    expect((await visitor.post('/register', [...fields, foreign ?? ['csrf', '']])).status).toBe(403);
  });
});

describe('a body', () => {
  it('of 3 MB is answered 413', async () => {
    const visitor = new Visitor(club.url);
    const fields = await filledForm(visitor, { firstname: 'x'.repeat(3 * 1024 * 1024) });
    const answer = await visitor.post('/register', fields);
    expect(answer.status).toBe(413);
    expect(readableText(answer)).toContain(t('problem.too_large.title'));
    expect((await visitor.get('/login')).status).toBe(200);
  });

  it('of 3 MB that does not say its length is answered 413', async () => {
    const visitor = new Visitor(club.url);
    const chunk = new TextEncoder().encode(`firstname=${'x'.repeat(64 * 1024)}&`);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent++ < 48) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const answer = await visitor.request('/register', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      ...{ duplex: 'half' },
    });
    expect(answer.status).toBe(413);
  });

  it('with broken UTF-8 is answered 400 with the values kept', async () => {
    const visitor = new Visitor(club.url);
    const fields = new URLSearchParams(await filledForm(visitor, { firstname: 'BROKEN' }));
    const body = fields.toString().replace('BROKEN', 'Jon%C3%28as');
    const answer = await visitor.request('/register', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(400);
    expect(readableText(answer)).toContain(t('form.encoding'));
    expectKept(answer);
  });

  it('with a NUL is answered 400', async () => {
    const visitor = new Visitor(club.url);
    const answer = await visitor.post('/register', await filledForm(visitor, { firstname: 'Jo\0nas' }));
    expect(answer.status).toBe(400);
    expectKept(answer);
  });

  it.each([
    ['application/json', '{"email":"a@example.org"}', 415],
    ['multipart/form-data', 'no boundary', 400],
    ['text/plain', 'email=a', 415],
  ])('of the type %s is answered %3$i', async (type, body, status) => {
    const visitor = new Visitor(club.url);
    const answer = await visitor.request('/login', { method: 'POST', body, headers: { 'Content-Type': type } });
    expect(answer.status).toBe(status);
  });
});

describe('a field', () => {
  it('that the form does not know is answered 422 and named', async () => {
    const visitor = new Visitor(club.url);
    const answer = await visitor.post('/register', await filledForm(visitor, { is_admin: '1' }));
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('is_admin');
    expectKept(answer);
  });

  it('that was sent twice is answered 422 and named', async () => {
    const visitor = new Visitor(club.url);
    const fields = await filledForm(visitor);
    const answer = await visitor.post('/register', [...fields, ['firstname', 'Jana']]);
    expect(answer.status).toBe(422);
    expect(readableText(answer)).toContain(t('form.repeated', { field: t('session:firstname') }));
    expectKept(answer);
  });

  it('of 5,000 characters is answered 422 and still there', async () => {
    const visitor = new Visitor(club.url);
    const long = 'Ö'.repeat(5000);
    const answer = await visitor.post('/register', await filledForm(visitor, { firstname: long }));
    expect(answer.status).toBe(422);
    expect(fieldOf(answer, 'register', 'firstname')).toEqual([long]);
    expect(readableText(answer)).toContain(t('form.max', { field: t('session:firstname'), maxLength: 80 }));
    expectKept(answer);
  });

  it('of a bot, filled in though nobody sees it, is answered 422', async () => {
    const visitor = new Visitor(club.url);
    const answer = await visitor.post('/register', await filledForm(visitor, { website: 'https://spam.example' }));
    expect(answer.status).toBe(422);
    expectKept(answer);
  });

  it('with the time of the form missing, forged or of the day before is answered 422', async () => {
    const visitor = new Visitor(club.url);
    const fields = await filledForm(visitor);
    const withoutTime = fields.filter(([name]) => name !== 'form_started');
    expect((await visitor.post('/register', withoutTime)).status).toBe(422);
    expect((await visitor.post('/register', [...withoutTime, ['form_started', 'abc.def']])).status).toBe(422);
    await club.clock.advance(24 * 3600 + 1);
    expect((await visitor.post('/register', fields)).status).toBe(422);
  });

  it.each([
    ['an underage applicant', { birthdate: '2020-01-01' }, 'birthdate'],
    ['an unknown country', { country: 'XX' }, 'country'],
    ['a common password', { password: 'password1234', password_confirmation: 'password1234' }, 'password'],
    ['an address that is none', { email: 'jonas' }, 'email'],
    ['markup in a name', { firstname: '<script>alert(1)</script>' }, 'firstname'],
  ])('refused for %s says so at the field', async (_, changed, field) => {
    const visitor = new Visitor(club.url);
    const answer = await visitor.post('/register', await filledForm(visitor, changed as Record<string, string>));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatch(
      new RegExp(
        `<(input|select)[^>]*id="register-${field}"[^>]*aria-invalid="true"|<(input|select)[^>]*aria-invalid="true"[^>]*id="register-${field}"`,
      ),
    );
    expect(answer.body).not.toContain('<script>alert');
  });
});
