import type { ModuleName } from './modules';

/** What every page route says about itself, and `/routes` lists. */
export interface RouteHandle {
  /** Key of the page's title in `common`, or made from its loader data. */
  title: string | ((data: unknown) => string);
  /** Who may see it: a signed-in member, only a guest, or anybody. */
  gate: 'member' | 'guest' | 'open';
  /** Modules that must be on; with one off the route behaves as an unknown path. */
  modules?: ModuleName[];
  /** Permission without which the page answers 403. */
  permission?: string;
  /** Locale files beside `common`. */
  i18n?: string[];
  /** Id of the form that a language switch without script carries on, where the page has it. */
  form?: string | ((data: unknown) => string | undefined);
  /** For guests: the page itself in the place of the card, for tables and long values. */
  wide?: boolean;
  /** The screen itself comes later; the page says so. */
  comingSoon?: boolean;
}
