import { describe, expect, it } from 'vitest';
import { DEFAULT_DISPLAY, DISPLAY_SETTINGS } from '../platform/page/display';
import { displayPanelSchema, displaySettingSchema } from './display.schema';
import { changedDisplay } from './display.server';

const setting = (input: unknown) => changedDisplay(DEFAULT_DISPLAY, displaySettingSchema.parse(input));
const panel = (input: object) => changedDisplay(DEFAULT_DISPLAY, displayPanelSchema.parse({ panel: '1', ...input }));

describe('display settings', () => {
  it.each(DISPLAY_SETTINGS)('toggles %s by name', (name) => {
    expect(setting({ name }).on.includes(name)).toBe(!DEFAULT_DISPLAY.on.includes(name));
  });

  it('sets one to a value and leaves the others alone', () => {
    expect(setting({ name: 'isBoxed', value: '1' }).on).toEqual(['isFixed', 'isBoxed', 'showUserBlock']);
    expect(setting({ name: 'isFixed', value: '1' })).toEqual(DEFAULT_DISPLAY);
    expect(setting({ name: 'isFixed', value: 'false' }).on).toEqual(['showUserBlock']);
  });

  it('sets the colour scheme by name', () => {
    expect(setting({ name: 'scheme', value: 'dark' })).toEqual({ ...DEFAULT_DISPLAY, scheme: 'dark' });
  });

  it('takes the panel as a whole', () => {
    expect(panel({ scheme: 'light', horizontal: '1' })).toEqual({ on: ['horizontal'], scheme: 'light' });
  });

  it.each([{ name: 'isWide' }, { name: 'isBoxed', value: 'perhaps' }, { name: 'scheme', value: 'sepia' }, {}])(
    'refuses %o',
    (input) => expect(displaySettingSchema.safeParse(input).success).toBe(false),
  );

  it.each([{ scheme: 'sepia' }, { scheme: 'light', isWide: '1' }, {}])('refuses the panel with %o', (input) => {
    expect(displayPanelSchema.safeParse({ panel: '1', ...input }).success).toBe(false);
  });
});
