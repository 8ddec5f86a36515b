import type { z } from 'zod';
import { DISPLAY_SETTINGS, type Display } from '../platform/page/display';
import type { displayPanelSchema, displaySettingSchema } from './display.schema';

type Change = z.output<typeof displayPanelSchema> | z.output<typeof displaySettingSchema>;

/** Returns the display settings after the whole panel was sent, or after one setting was set or toggled. */
export function changedDisplay(display: Display, change: Change): Display {
  if ('panel' in change) return { on: DISPLAY_SETTINGS.filter((name) => change[name] === '1'), scheme: change.scheme };
  if (change.name === 'scheme') return { ...display, scheme: change.value };
  const { name, value = !display.on.includes(name) } = change;
  return { ...display, on: DISPLAY_SETTINGS.filter((other) => (other === name ? value : display.on.includes(other))) };
}
