import { describe, expect, it } from 'vitest';
import { runClub } from '../club';
import { visible } from './visible';

describe('what the command line prints', () => {
  it.each([
    ['Grüße 🌱\n\tfrom Ümit', 'Grüße 🌱\n\tfrom Ümit'],
    ['\u001b[2J\u001b]52;c;cm0gLXJm\u0007done', '\\u001b[2J\\u001b]52;c;cm0gLXJm\\u0007done'],
    ['over\rwritten\b\u009b31m\u007f', 'over\\u000dwritten\\u0008\\u009b31m\\u007f'],
    ['\u202egnp.exe\u2066', '\\u202egnp.exe\\u2066'],
  ])('of %j is %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('is the same as JSON', () => {
    const said = { body: 'a\u009bb\u202e\u001bc\n' };
    expect(JSON.parse(visible(JSON.stringify(said)))).toEqual(said);
  });

  it('is obeyed by no terminal', async () => {
    const said: string[] = [];
    const terminal = { print: said.push.bind(said), complain: said.push.bind(said), ask: async () => [] };
    expect(await runClub(['\u001b[2J'], () => expect.fail('it opens nothing'), terminal)).toBe(2);
    expect(said.join()).toContain('There is no command “\\u001b[2J”.');
  });
});
