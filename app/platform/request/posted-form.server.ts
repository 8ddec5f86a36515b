import { isLanguage } from '../page/modules';
import { CARRY, openForm } from './carry.server';
import { type Forgery, findForgery } from './csrf.server';
import { type FormBody, readFormBody } from './form-body.server';
import { saveLanguage } from './language.server';
import type { RequestContext } from './request-context.server';
import { problem } from './responses.server';

/** Fields that control the form. They are not part of its data. */
const CONTROL = new Set([
  'csrf',
  CARRY,
  'carry_intent',
  'redisplay',
  'language',
  'website',
  'form_started',
  'recaptcha_token',
  // Fields of Conform. Our forms do not send them.
  '__intent__',
  '__state__',
]);
/** Conform reads names as paths, so only plain names are allowed. It would silently skip the two excluded names. */
const FIELD_NAME = /^(?!__proto__|constructor)\w{1,64}(\[\])?$/;

export interface PostedForm {
  /** All fields as they were sent. */
  sent: FormData;
  /** The fields for the page's schema. */
  fields: FormData;
  /**
   * True if the page shows the form again with the typed values: after a language switch, for a button that asks for
   * more choices (`redisplay`), or to review a carried form.
   */
  redisplay: boolean;
  /** Messages about the form as a whole, by key. */
  faults: { key: string; status: number }[];
}

/**
 * Returns the posted form of this request. It checks size, names and encoding, refuses a foreign origin, and opens a
 * carried form. The caller has to handle `faults`; see also `acceptedForm`.
 * @throws the 400, 403, 413 or 415 page
 */
export async function postedForm(current: RequestContext): Promise<PostedForm> {
  // Asks for `user`, not `token`: a locked session keeps its user, and the carried form may be large.
  return postedFrom(current, () => readFormBody(current.request, { isGuest: !current.session.get('user') }));
}

/** As `postedForm`, for a body that somebody else reads. The body is read once for each request. */
export async function postedFrom(current: RequestContext, readBody: () => Promise<FormBody>): Promise<PostedForm> {
  if (current.form) return current.form;
  current.form = readBody().then((body) => checked(current, body));
  const form = await current.form;
  // Only now: a refusal of this call, for example while terms wait, carries the form, and so needs it read.
  if (form.faults.length === 0 && switchesInPlace(current, form.sent)) await saveLanguage(current);
  return form;
}

/**
 * Returns the fields of a POST that shows no form again.
 * @throws the 400 or 403 page
 */
export async function acceptedForm(current: RequestContext): Promise<FormData> {
  const { sent, faults } = await postedForm(current);
  if (faults.length > 0) throw problem({ kind: faults[0]?.status === 403 ? 'forged' : 'bad_request' });
  return sent;
}

function checked(current: RequestContext, { sent, isCleanText }: FormBody): PostedForm {
  if (![...sent.keys()].every((name) => FIELD_NAME.test(name))) throw problem({ kind: 'bad_request' });
  const forgery: Forgery = findForgery(current.request, current.session, sent.get('csrf'));
  if (forgery === 'foreign_origin') throw problem({ kind: 'forged' });
  const faults: PostedForm['faults'] = [];
  if (forgery === 'missing_token') faults.push({ key: 'form.stale', status: 403 });
  if (!isCleanText) faults.push({ key: 'form.encoding', status: 400 });

  const { pathname, search } = current.url;
  let redisplay = sent.has('redisplay');
  const carried = sent.has(CARRY)
    ? openForm(sent.get(CARRY), current.session.get('user')?.id ?? null, Date.now())
    : null;
  if (sent.has(CARRY) && !carried && pathname !== '/lock') faults.push({ key: 'form.carried_too_long', status: 422 });
  if (carried?.path === pathname + search) {
    const sentNames = new Set(sent.keys());
    for (const [name, value] of carried.fields) if (!sentNames.has(name)) sent.append(name, value);
    redisplay = sent.get('carry_intent') === 'review';
  }
  const language = sent.get('language');
  if (isLanguage(language) && switchesInPlace(current, sent)) {
    current.setLanguage(language);
    redisplay = true;
  }
  const fields = new FormData();
  for (const [name, value] of sent) if (!CONTROL.has(name)) fields.append(name, value);
  return { sent, fields, redisplay, faults };
}

/** Whether the button of the language switch sent the page's own form. */
const switchesInPlace = ({ url }: RequestContext, sent: FormData): boolean =>
  isLanguage(sent.get('language')) && url.pathname !== '/language';
