import { CARRY, openForm } from './carry.server';
import { type Forgery, findForgery } from './csrf.server';
import { isLanguage } from './modules';
import type { RequestContext } from './request-context.server';
import { problem } from './responses.server';

/** Fields that belong to the form as such, not to what it feeds. */
const CONTROL = new Set([
  'csrf',
  CARRY,
  'carry_intent',
  'redisplay',
  'language',
  'website',
  'form_started',
  'recaptcha_token',
  // Conform's own; no form of ours steers it from outside.
  '__intent__',
  '__state__',
]);
/** Files have routes of their own. */
const MAX_BYTES = 1024 * 1024;
/**
 * Conform reads names as paths and lists as what they name, so names are plain and fields are few. Two it would pass over
 * in silence.
 */
const FIELD_NAME = /^(?!__proto__|constructor)\w{1,64}(\[\])?$/;
const MAX_FIELDS = 200;
const MAX_DISCARDED_BYTES = 16 * MAX_BYTES;

export interface PostedForm {
  /** As it came. */
  sent: FormData;
  /** What the page's own schema sees. */
  fields: FormData;
  /**
   * Show the page again with what was typed: the language was switched, a button asked for more to choose from
   * (`redisplay`), or the form came back after unlocking.
   */
  redisplay: boolean;
  /** Keys of messages about the form as a whole. */
  faults: { key: string; status: number }[];
}

/**
 * The posted form of this request: size, names and encoding checked, a foreign origin refused, a carried form opened.
 * Its faults are for whoever shows the form again; see also `acceptedForm`.
 * @throws the 400, 403, 413 or 415 page
 */
export function postedForm(current: RequestContext): Promise<PostedForm> {
  current.form ??= read(current);
  return current.form;
}

/**
 * For posts that show no form again: the fields, once nothing is wrong with them.
 * @throws the 400 or 403 page
 */
export async function acceptedForm(current: RequestContext): Promise<FormData> {
  const { sent, faults } = await postedForm(current);
  if (faults.length > 0) throw problem({ kind: faults[0]?.status === 403 ? 'forged' : 'bad_request' });
  return sent;
}

async function read(current: RequestContext): Promise<PostedForm> {
  const { sent, isCleanText } = await readBody(current.request);
  const names = [...sent.keys()];
  if (names.length > MAX_FIELDS || !names.every((name) => FIELD_NAME.test(name)))
    throw problem({ kind: 'bad_request' });
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
  if (isLanguage(language) && pathname !== '/language') {
    current.setLanguage(language);
    redisplay = true;
  }
  const fields = new FormData();
  for (const [name, value] of sent) if (!CONTROL.has(name)) fields.append(name, value);
  return { sent, fields, redisplay, faults };
}

async function readBody(request: Request): Promise<{ sent: FormData; isCleanText: boolean }> {
  const type = request.headers.get('content-type') ?? undefined;
  const name = type?.split(';')[0]?.trim();
  const bytes = await readBytes(request);
  if (type && name === 'multipart/form-data') {
    const copy = new Response(bytes, { headers: { 'content-type': type } });
    const sent = await copy.formData().catch(() => {
      throw problem({ kind: 'bad_request' });
    });
    return { sent, isCleanText: ![...sent.values()].some((value) => typeof value === 'string' && isBroken(value)) };
  }
  if (name !== 'application/x-www-form-urlencoded' && name !== undefined) throw problem({ kind: 'unsupported' });
  const sent = new FormData();
  let isCleanText = true;
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    sent.append(name, value);
    if (isBroken(name) || isBroken(value)) isCleanText = false;
  }
  return { sent, isCleanText };
}

/**
 * The body, also one that does not say its length. What is too much is read to its end and thrown away, within reason:
 * a browser that is cut off while it sends shows no answer.
 */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value && size <= MAX_DISCARDED_BYTES; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size <= MAX_BYTES) parts.push(part.value);
  }
  if (size > MAX_BYTES) throw problem({ kind: 'too_large' });
  return new Uint8Array(Buffer.concat(parts));
}

/** U+FFFD is what a decoder puts for bytes that are no UTF-8; NUL cannot be stored in a database text. */
const isBroken = (value: string) => value.includes('\uFFFD') || value.includes('\u0000');
