import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatConfig, loadChatConfig } from './chat-config';
import { WrongConfigFile } from './config-file';

const office = { id: 'office', name: { de: 'Büro', en: 'Office' }, about: { de: 'Fragen', en: 'Questions' } };
let CONFIG_DIR: string;
beforeAll(() => {
  CONFIG_DIR = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => {
  rmSync(CONFIG_DIR, { recursive: true, force: true });
  loadChatConfig(process.env);
});

const load = (...contacts: unknown[]) => {
  writeFileSync(join(CONFIG_DIR, 'chat.json'), JSON.stringify({ contacts }));
  return loadChatConfig({ CONFIG_DIR });
};

describe('config/chat.json', () => {
  it('may be missing: then there is the office', () => {
    expect(loadChatConfig({ CONFIG_DIR }).contacts.map(({ id }) => id)).toEqual(['office']);
  });

  it('holds as it was when it was read last, in its order', () => {
    const garden = { ...office, id: 'garden' };
    load(garden, office);
    expect(chatConfig().contacts).toEqual([garden, office]);
    expect(load().contacts).toEqual([]);
  });

  it.each([
    [[{ ...office, id: 'Büro' }], 'contacts.0.id must be a name of up to 30 small letters'],
    [[{ ...office, name: 'Büro' }], 'contacts.0.name must be a text in "de" and in "en".'],
    [[{ ...office, name: { de: 'Büro' } }], 'contacts.0.name.en is missing.'],
    [[{ ...office, about: { de: 'a'.repeat(201), en: 'a' } }], 'contacts.0.about.de must be a text of up to 200'],
    [[{ ...office, hours: '9' }], 'contacts.0.hours is not a known field.'],
    [[office, office], 'contacts must not have an id twice.'],
  ])('stops the start with %j', (contacts, words) => {
    expect(() => load(...contacts)).toThrow(WrongConfigFile);
    expect(() => load(...contacts)).toThrow(words);
  });
});
