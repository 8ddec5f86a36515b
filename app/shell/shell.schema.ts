import { z } from 'zod';
import { DISPLAY_SETTINGS, type DisplaySetting, SCHEMES } from '../platform/display';

const returnTo = {
  return_to: z.string().max(1000).optional(),
  /** Sent by script, which stays on its page and needs no redirect. */
  in_place: z.literal('1').optional(),
};
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

/** One setting by its name: set to `value`, or toggled without one. The colour scheme is set the same way. */
export const displaySettingSchema = z.union([
  z.strictObject({ ...returnTo, name: z.literal('scheme'), value: z.enum(SCHEMES) }),
  z.strictObject({ ...returnTo, name: z.enum(DISPLAY_SETTINGS), value: switched.optional() }),
]);

/** What the list of notifications posts: all that were shown, or one of them. */
export const notificationMarkSchema = z.union([
  z.strictObject({ in_place: returnTo.in_place, intent: z.literal('mark_all'), before: z.iso.datetime() }),
  z.strictObject({ intent: z.enum(['read', 'unread']), id: z.string().min(1).max(64) }),
]);

export const noticeSchema = z.strictObject(returnTo);

export const termUpdatesSchema = z.strictObject({
  agree: z.literal('on', { error: 'form.required_tick' }),
  /** ETag of the list that was shown. */
  list: z.string().max(1000).optional(),
  return_to: returnTo.return_to,
});
