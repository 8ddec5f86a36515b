import { describe, expect, it } from 'vitest';
import { isRealtimePath, judgeHandshake } from './handshake';
import { testApp } from './realtime.testing';

const key = testApp.key;
const judge = (url: string, origin?: string, allowed: string | null = 'https://club.example') =>
  judgeHandshake({ url, origin, host: 'localhost:3000' }, testApp, allowed)?.code ?? null;

describe('a handshake', () => {
  it.each([
    [`/app/${key}?protocol=7&client=js&version=8.6.0&flash=false`, null],
    [`/app/${key}?protocol=5`, null],
    [`/app/${key}`, 4008],
    [`/app/${key}?protocol=`, 4008],
    [`/app/${key}?protocol=seven`, 4006],
    [`/app/${key}?protocol=-7`, 4006],
    [`/app/${key}?protocol=4`, 4007],
    [`/app/${key}?protocol=8`, 4007],
    ['/app/other?protocol=7', 4001],
    [`/app/${key}/more?protocol=7`, 4005],
    ['/app/?protocol=7', 4005],
    ['/app', 4005],
    ['/app/%zz?protocol=7', 4001],
  ])('at %s → %j', (url, code) => expect(judge(url)).toBe(code));

  it.each([
    ['https://club.example', 'https://club.example', null],
    [undefined, 'https://club.example', null],
    ['https://club.example.evil.example', 'https://club.example', 4009],
    ['http://club.example', 'https://club.example', 4009],
    ['https://localhost:3000', 'https://club.example', 4009],
    ['null', 'https://club.example', 4009],
    ['', 'https://club.example', 4009],
    ['http://localhost:3000', null, null],
    ['http://localhost:4000', null, 4009],
    ['null', null, 4009],
  ])('from %j while %j is allowed → %j', (origin, allowed, code) =>
    expect(judge(`/app/${key}?protocol=7`, origin, allowed)).toBe(code),
  );

  it('takes pages of other servers that are named', () => {
    const from = (origin: string) =>
      judgeHandshake({ url: `/app/${key}?protocol=7`, origin, host: undefined }, { key }, 'https://club.example', [
        'https://shop.example',
      ]);
    expect(from('https://shop.example')).toBeNull();
    expect(from('https://shop.example.evil.example')).toMatchObject({ code: 4009 });
  });

  it.each([
    ['/app/x', true],
    ['/app?x', true],
    ['/app', true],
    ['/apps/1/events', false],
    ['/application', false],
    ['/', false],
  ])('%s is one for realtime: %s', (url, isOurs) => expect(isRealtimePath(url)).toBe(isOurs));
});
