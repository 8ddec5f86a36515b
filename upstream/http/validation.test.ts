import { describe, expect, it } from 'vitest';
import { post, startApi } from './api.testing';

describe('bodies', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.almende.v1+json',
    'Application/Vnd.Club.V2+JSON',
  ])('reads %s', async (type) => {
    const answer = await startApi()(
      '/api/things/1',
      post({ email: 'a@b.test', name: 'Anna' }, { 'content-type': type }),
    );
    expect([answer.status, answer.json()]).toEqual([200, { name: 'Anna' }]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('refuses other types', async () => {
    const answer = await startApi()(
      '/api/things/1',
      post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    );
    expect([answer.status, answer.json()]).toEqual([415, { message: 'Unsupported Media Type' }]);
  });

  it.each([
    ['malformed JSON', '{"email":'],
    ['NUL in a text', '{"email":"a\\u0000b"}'],
  ])('refuses %s', async (_, text) => {
    const answer = await startApi()('/api/things/1', post(text));
    expect([answer.status, answer.json()]).toEqual([400, { message: 'The body is not valid JSON in UTF-8.' }]);
  });

  it('refuses broken UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    const answer = await startApi()('/api/things/1', { ...post(''), body: bytes });
    expect(answer.status).toBe(400);
  });

  it('refuses NUL in the address', async () => {
    expect((await startApi()('/api/things/%00')).status).toBe(400);
  });
});

describe('validation', () => {
  it('answers Laravel’s 422 with a text a field', async () => {
    const answer = await startApi()('/api/things/1', post({ email: ' ', name: 'toolong', extra: 1 }));
    expect([answer.status, answer.json()]).toEqual([
      422,
      {
        message: 'The email field is required. (and 2 more errors)',
        errors: {
          email: ['The email field is required.'],
          name: ['The name field must not be greater than 5 characters.'],
          extra: ['The extra field is prohibited.'],
        },
      },
    ]);
  });

  it('speaks German', async () => {
    const headers = { 'accept-language': 'de-CH,en;q=0.5' };
    const answer = await startApi()('/api/things/1', post({ email: 'x', name: 'A' }, headers));
    expect(answer.json()).toEqual({
      message: 'Das Feld E-Mail-Adresse muss eine gültige E-Mail-Adresse sein. (und 1 weiterer Fehler)',
      errors: {
        email: ['Das Feld E-Mail-Adresse muss eine gültige E-Mail-Adresse sein.'],
        name: ['Das Feld name muss mindestens 2 Zeichen lang sein.'],
      },
    });
  });

  it.each([
    [{ age: 'x' }, 'age', 'The age field must be a number.'],
    [{ age: 1.5 }, 'age', 'The age field must be an integer.'],
    [{ age: 3 }, 'age', 'The age field must be at least 18.'],
    [{ language: 'fr' }, 'language', 'The selected language is invalid.'],
    [{ tags: ['a', 'b', 'c'] }, 'tags', 'The tags field must not have more than 2 items.'],
    [{ tags: ['a', 1] }, 'tags.1', 'The tags.1 field must be a string.'],
    [{ address: {} }, 'address.street', 'The address.street field is required.'],
    [{ either: { a: 'x', b: 1 } }, 'either.a', 'The either.a field must be a number.'],
  ])('names the fault of %j', async (fields, field, text) => {
    const answer = await startApi()('/api/things/1', post({ email: 'a@b.test', name: 'Anna', ...fields }));
    expect([answer.status, answer.json().errors]).toEqual([422, { [field]: [text] }]);
  });

  it.each(['application/json', ''])('names the missing fields of no body (%j)', async (type) => {
    const headers = new Headers(type ? { 'content-type': type } : {});
    const answer = await startApi()('/api/things/1', { method: 'POST', headers });
    expect([answer.status, Object.keys(answer.json().errors)]).toEqual([422, ['email', 'name']]);
  });

  it('names a body of another type', async () => {
    const answer = await startApi()('/api/things/1', post([1]));
    expect([answer.status, answer.json().errors]).toEqual([422, { body: ['The body field must be an array.'] }]);
  });
});
