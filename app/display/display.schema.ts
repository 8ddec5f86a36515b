import { z } from 'zod';
import { postOnlySchema } from '../platform/form/post-only.schema';
import { DISPLAY_SETTINGS, type DisplaySetting, SCHEMES } from '../platform/page/display';

const returnTo = postOnlySchema.shape;
/** A box that is not ticked sends nothing. */
const boxes = Object.fromEntries(DISPLAY_SETTINGS.map((name) => [name, z.literal('1').optional()])) as Record<
  DisplaySetting,
  z.ZodOptional<z.ZodLiteral<'1'>>
>;
const switched = z.enum(['1', '0', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** The display panel as a whole; unknown names are refused. */
export const displayPanelSchema = z.strictObject({
  ...returnTo,
  ...boxes,
  panel: z.literal('1'),
  scheme: z.enum(SCHEMES),
});

/** One setting by its name. It is set to `value`, or toggled if there is no value. The colour scheme needs a value. */
export const displaySettingSchema = z.union([
  z.strictObject({ ...returnTo, name: z.literal('scheme'), value: z.enum(SCHEMES) }),
  z.strictObject({ ...returnTo, name: z.enum(DISPLAY_SETTINGS), value: switched.optional() }),
]);
