import { createCookie as createRemixCookie } from '@remix-run/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCookie } from './cookie.server';

const options = { path: '/', sameSite: 'lax', httpOnly: true, secure: true, maxAge: 60 } as const;
const ours = createCookie('taste', options);
const theirs = createRemixCookie('taste', options);

describe('a cookie', () => {
  it('is that of Remix, whatever its value', async () => {
    const property = fc.asyncProperty(fc.jsonValue(), async (value) => {
      const written = await ours.serialize(value);
      expect(written).toBe(await theirs.serialize(value));
      const [pair = ''] = written.split(';');
      expect(await ours.parse(`other=1; ${pair}; more="2"`)).toEqual(await theirs.parse(pair));
    });
    await fc.assert(property);
  });

  it('takes the attributes of the one who writes it', async () => {
    expect(await ours.serialize('', { maxAge: 0 })).toBe(await theirs.serialize('', { maxAge: 0 }));
    expect(await ours.serialize('', { maxAge: 0 })).toContain('Max-Age=0');
  });

  it.each([
    ['no cookies', null],
    ['others', 'other=x'],
    ['an empty one', 'taste='],
    ['one that is not JSON', 'taste=aGFsbG8%3D'],
    ['one that is not Base64', 'taste=%E2%82%AC!'],
    ['one with a sign too many', 'taste=MQ%3D%3Dx'],
    ['one with a strange sign', 'taste=M!Q%3D%3D'],
    ['one without its end', 'taste=MQ'],
    ['one with half of its end', 'taste=MQ%3D'],
    ['one with more than its end', 'taste=MQ%3D%3D%3D'],
    ['one with bits too many', 'taste=MR%3D%3D'],
    ['one that is not UTF-8', 'taste=Iv8i'],
    ['one that begins with a mark of UTF-8', 'taste=77u/MQ%3D%3D'],
    ['one that cannot be decoded', 'taste=%E0%A4%A'],
    ['two', 'taste=MQ%3D%3D; taste=Mg%3D%3D'],
  ])('reads %s as Remix does', async (_, header) => {
    expect(await ours.parse(header)).toEqual(await theirs.parse(header));
  });
});
