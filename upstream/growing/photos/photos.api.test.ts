import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import type { Api } from '../../http/env';
import { type Club, getToken, openClub } from '../../identity/identity.testing';
import { users } from '../../members/members.tables';
import { mountPhotos } from './photos.api';
import { aPhoto } from './photos.testing';
import { renderPhoto } from './render-photo';

describeOnEachDatabase('a file of a photo', (open) => {
  let club: Club;
  let api: Api;
  let id: string;
  let token: string;
  beforeEach(async () => {
    club = await openClub(open, {}, (mounted, deps) => {
      api = mounted;
      mountPhotos(api, deps);
      return {};
    });
    await club.addMember();
    token = await getToken(club);
    const now = new Date();
    id = await aPhoto(club, now);
    await renderPhoto(club, id, now);
  });

  const get = (path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) => {
    const request = new Request(`http://localhost/api/growing/photos/${path}`, { headers });
    return Promise.resolve(api.fetch(request, { ip: '192.0.2.1', requestId: 'request-1' }));
  };

  it.each([
    ['avif', (bytes: Buffer) => bytes.toString('latin1', 4, 12), 'ftypavif'],
    ['webp', (bytes: Buffer) => bytes.toString('latin1', 8, 12), 'WEBP'],
    ['jpeg', (bytes: Buffer) => bytes.toString('hex', 0, 3), 'ffd8ff'],
  ])('in %s is kept by the member’s browser alone, for good', async (format, begin, expected) => {
    const answer = await get(`${id}/300.${format}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`]);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(begin(bytes)).toBe(expected);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  });

  it('is not sent again to a browser that has it', async () => {
    const etag = (await get(`${id}/300.webp`)).headers.get('etag') ?? '';
    const ask = async (file: string, known: string) => {
      const answer = await get(`${id}/${file}`, { authorization: `Bearer ${token}`, 'if-none-match': known });
      return [answer.status, (await answer.arrayBuffer()).byteLength > 0];
    };
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(await ask('300.webp', etag)).toEqual([304, false]);
    expect(await ask('300.jpeg', etag)).toEqual([200, true]);
  });

  it.each([
    ...['300.png', '300.jpg', '480.avif', '0300.avif', '300', '300.avif.', '300.AVIF', '-1.avif', '99999.avif'],
    ...['%2e%2e%2f300.avif', "300.avif'--"],
  ])('has no other name, such as %s', async (file) => {
    const answer = await get(`${id}/${file}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store, private']);
  });

  it('does not exist for an unknown photo, one that waits and one that failed', async () => {
    const waiting = await aPhoto(club, new Date());
    const asked = ['no-uuid', '0193d2a0-0000-4000-8000-000000000001', id.toUpperCase(), waiting];
    for (const photo of asked) expect([photo, (await get(`${photo}/300.avif`)).status]).toEqual([photo, 404]);
  });

  it('is for members who may see Growing', async () => {
    expect((await get(`${id}/300.avif`, {})).status).toBe(401);
    expect((await get(`${id}/300.avif`, { authorization: 'Bearer none' })).status).toBe(401);
    await club.db
      .update(users)
      .set({ permissions: ['wallet.view'] })
      .where(eq(users.email, 'mia@example.org'));
    const answer = await get(`${id}/300.avif`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, 'no-store, private']);
  });
});
