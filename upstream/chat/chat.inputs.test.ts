/** Whatever is sent to the calls of the chat is answered, and changes nothing that it does not name. */
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import type { Club } from '../identity/identity.testing';
import { type ChatMember, newClientId, openChat, openThree } from './chat.testing';

const nil = '00000000-0000-0000-0000-000000000000';
const max = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const wild = [
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  '%',
  '_',
  '\\',
  "'",
  '":*',
  '🍅'.repeat(20),
  'a\u0000b',
  'İI',
  'ﬃ',
  '١٢',
];
const strange = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../..',
  '%2e%2e',
  "' or 1=1",
  '𝟙',
  'x'.repeat(64),
  'x'.repeat(5000),
  `{${nil}}`,
  nil,
  max,
];

describeOnEachDatabase('the calls of the chat', (open) => {
  let club: Club;
  let anna: ChatMember;
  let ben: ChatMember;
  let id: string;
  beforeEach(async () => {
    club = await openChat(open);
    ({ anna, ben } = await openThree(club));
    id = (await ben.open(anna.id)).body.id;
  });
  const status = async (method: string, path: string, body?: unknown) =>
    (await anna.call<object>(method, path, body)).status;
  const at = (one: string) => `/conversations/${encodeURIComponent(one)}`;
  /** As a browser encodes it. */
  const wellFormed = (text: string) => Buffer.from(text).toString();

  it('answer any words of a search in the same way as any others', async () => {
    await ben.send(id, wild.join(' '));
    for (const typed of [...wild, ...strange]) {
      const q = encodeURIComponent(wellFormed(typed + typed || 'xx'));
      for (const path of [`/conversations?q=${q}`, `/contacts?q=${q}`])
        expect([typed, path, await status('GET', path)]).toEqual([typed, path, expect.toSatisfy(isAnswer)]);
    }
    for (const query of ['page=9007199254740991&per_page=100', 'page=1e300', 'page=-1', 'per_page=101'])
      expect([query, await status('GET', `/contacts?${query}`)]).toEqual([query, expect.toSatisfy(isAnswer)]);
    const many = Array.from({ length: 50 }, (_, place) => String.fromCharCode(97 + (place % 26))).join('+');
    expect(await status('GET', `/conversations?q=${many}`)).toBe(200);
    expect(await status('GET', `/conversations?q=${'a+'.repeat(51)}`)).toBe(422);
  });

  it('answer any id and any place', async () => {
    const { body: sent } = await ben.send(id, 'Hello');
    for (const typed of strange) {
      const other = wellFormed(typed);
      const calls: [string, string, unknown?][] = [
        ['GET', at(other)],
        ['GET', `${at(other)}/messages`],
        ['POST', `${at(other)}/read`, { last_message_id: sent.id }],
        ['POST', `${at(other)}/mute`, {}],
        ['PUT', `${at(id)}/messages/${encodeURIComponent(other)}`, { message: 'Hi' }],
        ['DELETE', `${at(id)}/messages/${encodeURIComponent(other)}`],
        ['POST', `${at(id)}/read`, { last_message_id: typed }],
        ['POST', `${at(id)}/report`, { message_id: typed }],
        ['POST', `${at(id)}/messages`, { message: 'Hi', client_id: typed }],
        ['POST', '/conversations', { participant: typed }],
      ];
      for (const [method, path, body] of calls) {
        const answer = await status(method, path, body);
        // A client id is whatever uuid the program chose; an empty id is the address of the list.
        const isTaken =
          (path.endsWith('/messages') && (typed === nil || typed === max)) ||
          other.trim() === '' ||
          other.includes('..');
        if (!isTaken) expect([method, path, answer]).toEqual([method, path, expect.toSatisfy(isRefusal)]);
        expect([method, path, answer]).toEqual([method, path, expect.toSatisfy(isAnswer)]);
      }
      for (const place of ['before', 'after', 'around'])
        expect(isAnswer(await status('GET', `${at(id)}/messages?${place}=${encodeURIComponent(other)}`))).toBe(true);
    }
    // A place is any id, and what stands around it is the member's own.
    const { data } = await anna.read(id, `?around=${newClientId()}`);
    expect(data.every(({ conversation_id }) => conversation_id === id)).toBe(true);
    for (const place of [`before=${max}`, `after=${nil}`, `around=${nil}`])
      expect((await anna.read(id, `?${place}`)).data.map((one) => one.id)).toContain(sent.id);
  });

  it('keep any text as it can be kept, also in a report', async () => {
    for (const text of wild.filter((one) => !one.includes('\u0000'))) {
      const { status: done, body } = await ben.send(id, `${text}!`);
      expect([text, done]).toEqual([text, 201]);
      expect(body.message).not.toMatch(/[\p{Cs}\p{Cc}]/u);
      const report = await anna.report(id, body.id, `${text}!`);
      expect([text, report.status, report.body.errors]).toEqual([text, 201, undefined]);
    }
    for (const message of [null, 5, [], {}, '\u0000', '\ud800\n'])
      expect(await status('POST', `${at(id)}/messages`, { message, client_id: newClientId() })).toSatisfy(isRefusal);
  });
});

const isAnswer = (status: number) => status < 500 && status !== 401;
const isRefusal = (status: number) => [400, 404, 422].includes(status);
