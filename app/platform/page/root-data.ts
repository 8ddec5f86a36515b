import { useRouteLoaderData } from '@remix-run/react';
import type { Flash } from '../request/session.server';
import type { Display } from './display';
import type { Language } from './modules';

/** Data for every page, from the loader of `root.tsx`. */
export interface RootData {
  language: Language;
  timeZone: string;
  /** When the clocks of the zone change; see zone-clock.ts. */
  clock: string;
  /** The page has no script. */
  light: boolean;
  display: Display;
  noticeHidden: boolean;
  csrf: string;
  /** The signed time at which a guest's page was written; see forms.server.ts. */
  formStamp?: string;
  flash: Flash | null;
  productName: string;
  socialLinks: { name: string; url: string }[];
  demo: boolean;
  mailbox: boolean;
  /** Milliseconds until the token ends, by the server's clock; null while nobody is signed in. */
  expiresIn: number | null;
  /** The session has no token, but the member is known (specification, section 4). */
  locked: boolean;
  /** Set in ghost mode, on every page. */
  ghost: { actor: string; name: string; until: string; readOnly: boolean } | null;
  requestId: string;
  /** Somebody is signed in, and the club has support. Pages of members know more: `MemberData`. */
  hasSupport?: boolean;
}

/** Returns undefined after an error of the root's loader. */
export const useRootData = (): RootData | undefined => useRouteLoaderData('root') as RootData | undefined;
