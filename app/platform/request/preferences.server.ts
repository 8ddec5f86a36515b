import { promiseHash } from 'remix-utils/promise';
import { createTypedCookie, type TypedCookie } from 'remix-utils/typed-cookie';
import { type ZodType, z } from 'zod';
import { DEFAULT_DISPLAY, type Display, isDisplaySetting, SCHEMES } from '../page/display';
import { LANGUAGES, type Language } from '../page/modules';
import { createCookie } from './cookie.server';
import { env } from './env.server';
import { lazy } from './lazy';

const YEAR = 365 * 24 * 3600;

const MAX_DEVICE_TOKENS = 5;
/** In Base64 the cookie stays below 1 KB. */
const MAX_DEVICE_TOKENS_LENGTH = 700;

/** Anybody can send anything as a cookie. A value that was not written by this app counts as absent. */
const schemas = {
  display: z
    .object({
      on: z
        .array(z.unknown())
        .catch(DEFAULT_DISPLAY.on)
        .transform((names) => names.filter(isDisplaySetting)),
      scheme: z.enum(SCHEMES).catch('system'),
    })
    .nullable()
    .catch(null),
  language: z.enum(LANGUAGES).nullable().catch(null),
  flag: z.enum(['0', '1']).nullable().catch(null),
  device: z.string().max(MAX_DEVICE_TOKENS_LENGTH).nullable().catch(null),
};

/** Small cookies without secrets. They hold preferences of the browser, not of the signed-in member. */
export const preferenceCookies = lazy(() => {
  const secure = env().publicUrl?.startsWith('https:') ?? false;
  const prefix = secure ? '__Host-' : '';
  const forSession = { path: '/', sameSite: 'lax', secure, httpOnly: true } as const;
  const forYear = { ...forSession, maxAge: YEAR };
  return {
    display: createTypedCookie({ cookie: createCookie(`${prefix}display`, forYear), schema: schemas.display }),
    language: createTypedCookie({ cookie: createCookie(`${prefix}language`, forYear), schema: schemas.language }),
    light: createTypedCookie({ cookie: createCookie(`${prefix}light`, forYear), schema: schemas.flag }),
    device: createTypedCookie({ cookie: createCookie(`${prefix}device`, forYear), schema: schemas.device }),
    /** A session cookie, which the browser deletes when it closes. */
    notice: createTypedCookie({ cookie: createCookie(`${prefix}notice`, forSession), schema: schemas.flag }),
  };
});

export interface Preferences {
  display: Display;
  language: Language | null;
  /** Pages have no script. Chosen in the footer or by `Save-Data: on`. */
  light: boolean;
  /** Proves to upstream that this browser has signed in before. One token for each member, separated by commas. */
  deviceToken: string | null;
  noticeHidden: boolean;
  timeZone: string;
}

export async function readPreferences(request: Request): Promise<Preferences> {
  const header = request.headers.get('cookie');
  const cookies = preferenceCookies();
  // Most browsers have one or two of them, and each reads the whole header.
  const read = async <T>(cookie: TypedCookie<ZodType<T>>) =>
    header?.includes(`${cookie.name}=`) ? cookie.parse(header) : null;
  const { display, language, light, device, notice } = await promiseHash({
    display: read(cookies.display),
    language: read(cookies.language),
    light: read(cookies.light),
    device: read(cookies.device),
    notice: read(cookies.notice),
  });
  const saveData = request.headers.get('save-data')?.toLowerCase() === 'on';
  return {
    display: display ?? DEFAULT_DISPLAY,
    language,
    light: light === '1' || (saveData && light !== '0'),
    deviceToken: device,
    noticeHidden: notice === '1',
    timeZone: readTimeZone(header),
  };
}

/**
 * Returns the value of the device cookie after a sign-in: the new token, then those of other members of this browser.
 * It keeps at most five and drops the oldest first.
 */
export function addDeviceToken(known: string | null, token: string): string {
  const others = (known ?? '').split(',').filter((other) => other !== '' && other !== token);
  const tokens = [token, ...others].slice(0, MAX_DEVICE_TOKENS);
  while (tokens.length > 1 && tokens.join(',').length > MAX_DEVICE_TOKENS_LENGTH) tokens.pop();
  return tokens.join(',');
}

const knownZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** Reads the cookie `tz`, which script writes. The default is Europe/Berlin (docs/product/README.md#time). */
function readTimeZone(cookieHeader: string | null) {
  const raw = /(?:^|;\s*)(?:__Host-)?tz=([^;]{1,80})/.exec(cookieHeader ?? '')?.[1];
  if (!raw) return 'Europe/Berlin';
  try {
    const typed = decodeURIComponent(raw);
    // A zone can be written in many ways. Only one is used from here on, so that what is kept by zone stays bounded.
    // The list comes first, because Intl takes longer.
    const zone = knownZones.has(typed)
      ? typed
      : new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone;
    // Newer Nodes take an offset such as +05:30 for a zone, and all take Etc/GMT+5. Upstream knows neither.
    return knownZones.has(zone) ? zone : 'Europe/Berlin';
  } catch {
    return 'Europe/Berlin';
  }
}
