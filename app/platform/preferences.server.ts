import { type Cookie, createCookie } from '@remix-run/node';
import { DEFAULT_DISPLAY, type Display, isDisplaySetting, isScheme } from './display';
import { env } from './env.server';
import { isLanguage, type Language } from './modules';

const YEAR = 365 * 24 * 3600;

/** Small cookies that hold nothing secret: what the visitor prefers, whoever is signed in. */
export const preferenceCookies = () => {
  const secure = env().publicUrl?.startsWith('https:') ?? false;
  const prefix = secure ? '__Host-' : '';
  const options = { path: '/', sameSite: 'lax', secure } as const;
  return {
    display: createCookie(`${prefix}display`, { ...options, httpOnly: true, maxAge: YEAR }),
    language: createCookie(`${prefix}language`, { ...options, httpOnly: true, maxAge: YEAR }),
    light: createCookie(`${prefix}light`, { ...options, httpOnly: true, maxAge: YEAR }),
    device: createCookie(`${prefix}device`, { ...options, httpOnly: true, maxAge: YEAR }),
    /** For the session: it goes with the browser window. */
    notice: createCookie(`${prefix}notice`, { ...options, httpOnly: true }),
  } satisfies Record<string, Cookie>;
};

export interface Preferences {
  display: Display;
  language: Language | null;
  /** Send no script at all: chosen in the footer, or asked for by `Save-Data: on`. */
  light: boolean;
  /** Proves to upstream that this browser has signed in before: a token for each member, separated by commas. */
  deviceToken: string | null;
  noticeHidden: boolean;
  timeZone: string;
}

export async function readPreferences(request: Request): Promise<Preferences> {
  const header = request.headers.get('cookie');
  const cookies = preferenceCookies();
  const [display, language, light, device, notice] = await Promise.all(
    [cookies.display, cookies.language, cookies.light, cookies.device, cookies.notice].map((cookie) =>
      cookie.parse(header),
    ),
  );
  const saveData = request.headers.get('save-data')?.toLowerCase() === 'on';
  return {
    display: readDisplay(display),
    language: isLanguage(language) ? language : null,
    light: light === '1' || (saveData && light !== '0'),
    deviceToken: typeof device === 'string' && device.length <= MAX_DEVICE_TOKENS_LENGTH ? device : null,
    noticeHidden: notice === '1',
    timeZone: readTimeZone(header),
  };
}

const MAX_DEVICE_TOKENS = 5;
/** Base64 makes less than 1 KB of it in the cookie. */
const MAX_DEVICE_TOKENS_LENGTH = 700;

/**
 * The value of the device cookie after a sign-in: the new token before those of the other members who use this browser,
 * at most five, the oldest left out first.
 */
export function addDeviceToken(known: string | null, token: string): string {
  const others = (known ?? '').split(',').filter((other) => other !== '' && other !== token);
  const tokens = [token, ...others].slice(0, MAX_DEVICE_TOKENS);
  while (tokens.length > 1 && tokens.join(',').length > MAX_DEVICE_TOKENS_LENGTH) tokens.pop();
  return tokens.join(',');
}

function readDisplay(value: unknown): Display {
  if (typeof value !== 'object' || value === null) return DEFAULT_DISPLAY;
  const { on, scheme } = value as { on?: unknown; scheme?: unknown };
  return {
    on: Array.isArray(on) ? on.filter((name) => typeof name === 'string').filter(isDisplaySetting) : DEFAULT_DISPLAY.on,
    scheme: isScheme(scheme) ? scheme : 'system',
  };
}

/** Script writes the browser's zone as it is into `tz`; without it Europe/Berlin (product/README.md, Time). */
function readTimeZone(cookieHeader: string | null) {
  const raw = /(?:^|;\s*)(?:__Host-)?tz=([^;]{1,80})/.exec(cookieHeader ?? '')?.[1];
  if (!raw) return 'Europe/Berlin';
  try {
    const zone = decodeURIComponent(raw);
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return 'Europe/Berlin';
  }
}
