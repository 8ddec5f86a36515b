import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { growingPhotos } from '../../upstream/growing/photos/photos.tables';
import { asFromPhone } from '../../upstream/growing/photos/photos.testing';
import { memberPermissions } from '../../upstream/members/permissions';
import { type Club, sharedClub, startClub } from '../support/club';
import { Visitor } from '../support/visitor';

let club: Club;
let path: string;
beforeAll(async () => {
  club = await sharedClub();
  const { id, state, roomCode } = growingPhotos;
  const [photo] = await club.db
    .select({ id })
    .from(growingPhotos)
    .where(eq(state, 'ready'))
    .orderBy(asc(roomCode), asc(id));
  path = `/growing/photo/${photo?.id}`;
}, 120_000);

async function aMember(state = {}) {
  const visitor = new Visitor(club.url);
  await visitor.signIn(await club.member(state));
  return visitor;
}

it('a member’s browser keeps the files of a photo', async () => {
  const visitor = await aMember();
  for (const [file, type] of [
    ['480.avif', 'image/avif'],
    ['960.webp', 'image/webp'],
    ['960.jpeg', 'image/jpeg'],
  ]) {
    const answer = await visitor.get(`${path}/${file}`);
    expect([file, answer.status, answer.headers.get('content-type')]).toEqual([file, 200, type]);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.body.length).toBeGreaterThan(1000);
    const etag = answer.headers.get('etag') ?? '';
    const again = await visitor.get(`${path}/${file}`, { 'If-None-Match': etag });
    expect([again.status, again.headers.get('etag'), again.body]).toEqual([304, etag, '']);
  }
});

it('a photo that staff add is there once its files are made', async () => {
  const file = join(club.dataDir, 'rows.jpg');
  writeFileSync(file, await asFromPhone());
  const words = ['room', 'photo', 'H4', file, '--alt', 'Reihen im Licht|Rows in the light', '--json'];
  const { code, stdout, stderr } = await club.staff(...words);
  expect([code, stderr]).toEqual([0, '']);
  const data = JSON.parse(stdout);
  expect(data).toMatchObject({ room: 'H4', width: 400, height: 600 });
  const visitor = await aMember();
  const load = () => visitor.get(`/growing/photo/${data.photo}/400.webp`);
  await expect.poll(async () => (await load()).status, { timeout: 30_000 }).toBe(200);
  expect((await load()).body).not.toContain('Telefonfabrik');
});

it('a file that does not exist is 404, and kept by nobody', async () => {
  const visitor = await aMember();
  for (const file of ['481.avif', '960.png', '960', 'x.avif', '..%2f960.avif']) {
    const answer = await visitor.get(`${path}/${file}`);
    expect([file, answer.status, answer.headers.get('cache-control')]).toEqual([file, 404, 'no-store, private']);
  }
  expect((await visitor.get('/growing/photo/none/960.avif')).status).toBe(404);
});

it('a guest gets no photo, and does not come back to it after the sign-in', async () => {
  const visitor = new Visitor(club.url);
  const answer = await visitor.get(`${path}/960.avif`);
  expect([answer.status, answer.location, answer.body]).toEqual([404, null, '']);
  expect(answer.headers.get('cache-control')).toBe('no-store, private');
  const page = await visitor.signIn(await club.member());
  expect(page.location).toBe('/dashboard');
});

it('a member who may not see Growing gets no photo', async () => {
  const permissions = memberPermissions.filter((permission) => permission !== 'growing.view');
  const answer = await (await aMember({ permissions })).get(`${path}/960.avif`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([403, expect.stringContaining('no-store')]);
});

it('without the module there is no photo', async () => {
  const other = await startClub({ MODULES: 'common,wallet' });
  try {
    const visitor = new Visitor(other.url);
    await visitor.signIn(await other.member());
    expect((await visitor.get(`${path}/960.avif`)).status).toBe(404);
  } finally {
    await other.stop();
  }
}, 120_000);
