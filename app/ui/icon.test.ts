import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { STAGES } from './growth';
import { ICON_NAMES, iconForClass } from './icon-names';

it('names every symbol of the sprite, and none besides', () => {
  const sprite = readFileSync('public/icons.svg', 'utf8');
  const symbols = [...sprite.matchAll(/<symbol id="i-([\w-]+)"/g)].map(([, name]) => name);
  const drawings = ['acre', ...[...STAGES, 'lost'].map((stage) => `stage-${stage}`)];
  expect([...ICON_NAMES, ...drawings].sort()).toEqual(symbols.sort());
});

it('takes the bell for a notification class it does not know', () => {
  expect(iconForClass('ticket')).toBe('ticket');
  expect(iconForClass('fa fa-mail')).toBe('mail');
  expect(iconForClass('fas fa-dragon')).toBe('bell');
  expect(iconForClass('')).toBe('bell');
  expect(iconForClass('"><script>')).toBe('bell');
});
