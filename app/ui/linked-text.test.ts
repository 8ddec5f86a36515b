import { describe, expect, it } from 'vitest';
import { paragraphsOf, partsOf } from './linked-text';

const linksIn = (line: string) => partsOf(line).flatMap((part) => (typeof part === 'string' ? [] : [part.href]));

describe('the addresses of a text', () => {
  it.each([
    ['see https://almende.example/faq.', ['https://almende.example/faq']],
    ['(https://almende.example/a)', ['https://almende.example/a']],
    ['https://de.example/wiki/Hanf_(Art)', ['https://de.example/wiki/Hanf_(Art)']],
    ['“https://almende.example”, please', ['https://almende.example']],
    ['http://a.example and HTTPS://b.example', ['http://a.example', 'HTTPS://b.example']],
    ['javascript:alert(1) data:text/html,x ftp://a.example', []],
    ['https://almende.example@evil.example/login', []],
    ['https://', []],
    ['https://a.example/b).)*', ['https://a.example/b']],
    ['https://a.example/(b)).', ['https://a.example/(b)']],
    ['almende.example', []],
  ])('of %j are %j', (line, links) => {
    expect(linksIn(line)).toEqual(links);
  });

  it.each([')', '.', '.)', ').', '.(', '..x'])('are found at once however often %j follows', (sign) => {
    const line = `https://a.example/${sign.repeat(5000 / sign.length)}`;
    // Not the time that passes, because on a busy machine other processes take most of it.
    const begun = process.cpuUsage();
    for (let round = 0; round < 20; round++) partsOf(line);
    expect(process.cpuUsage(begun).user).toBeLessThan(200_000);
  });

  it('leave no letter out', () => {
    const line = 'a <b> https://almende.example/?a=1&b=2, and https://b.example!';
    expect(
      partsOf(line)
        .map((part) => (typeof part === 'string' ? part : part.href))
        .join(''),
    ).toBe(line);
  });
});

describe('the lines of a text', () => {
  it('are kept, and empty lines begin paragraphs', () => {
    expect(paragraphsOf('one\ntwo\n\n \nthree\n')).toEqual([[['one'], ['two']], [['three']]]);
  });
});
