import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WrongConfigFile } from './config-file';
import { loadSupportConfig, supportConfig } from './support-config';

const hours = { days: [1, 6], from: '08:00', until: '12:30', time_zone: 'Europe/Vienna' };
let CONFIG_DIR: string;
beforeAll(() => {
  CONFIG_DIR = mkdtempSync(join(tmpdir(), 'config-'));
});
afterAll(() => {
  rmSync(CONFIG_DIR, { recursive: true, force: true });
  loadSupportConfig(process.env);
});

const load = (office: Record<string, unknown>, minutes: unknown = 60) => {
  const content = { office_hours: { ...hours, ...office }, usual_answer_minutes: minutes };
  writeFileSync(join(CONFIG_DIR, 'support.json'), JSON.stringify(content));
  return loadSupportConfig({ CONFIG_DIR });
};

describe('config/support.json', () => {
  it('may be missing', () => {
    expect(loadSupportConfig({ CONFIG_DIR })).toMatchObject({ usual_answer_minutes: 480 });
    expect(supportConfig().office_hours.days).toEqual([1, 2, 3, 4, 5]);
  });

  it('holds as it was when it was read last', () => {
    expect(load({})).toEqual({ office_hours: hours, usual_answer_minutes: 60 });
    expect(supportConfig().office_hours).toEqual(hours);
  });

  it.each([
    [{ days: [] }, 'office_hours.days must be a list of one day or more.'],
    [{ days: [0] }, 'office_hours.days.0 must be a day of the week from 1 (Monday) to 7.'],
    [{ from: '9:00' }, 'office_hours.from must be a time such as "09:00".'],
    [{ from: '12:30' }, 'office_hours.from must be before "until".'],
    [{ time_zone: 'Europe/Uelzen' }, 'office_hours.time_zone must be the name of a time zone'],
    [{ lunch: '12:00' }, 'office_hours.lunch is not a known field.'],
  ])('stops the start with %j', (office, words) => {
    expect(() => load(office)).toThrow(WrongConfigFile);
    expect(() => load(office)).toThrow(words);
  });

  it('stops the start with an answer time that is none', () => {
    expect(() => load({}, '480')).toThrow('usual_answer_minutes must be a whole number of minutes from 15 to 10000.');
  });
});
