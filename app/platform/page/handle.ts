import type { Translate } from '../i18n/texts';
import type { ModuleName } from './modules';

/** The properties of every page route. `/routes` lists them. */
export interface RouteHandle {
  /**
   * Key of the page's title in `common`, or a function that makes the title from the loader data, for a page that has
   * several states or shows one thing of many.
   */
  title: string | ((data: unknown, t: Translate) => string);
  /**
   * Makes the title of another step on the same path from the loader data and the action's answer. If it returns
   * nothing, the page shows its first step.
   */
  step?: (data: unknown, t: Translate, answer: unknown) => string | false | null | undefined;
  /** Who may see it: a signed-in member, only a guest, or anybody. */
  gate: 'member' | 'guest' | 'open';
  /** Modules that must be on. If one is off, the route behaves as an unknown path. */
  modules?: ModuleName[];
  /** The permission that the page needs. Without it the page answers 403. */
  permission?: string;
  /** Locale files beside `common`. */
  i18n?: string[];
  /** Id of the form whose input a language switch without script keeps. Not every state of the page has to show it. */
  form?: string | ((data: unknown) => string | undefined);
  /** For guests: shows the content on the page, not in the card. For tables and long values. */
  wide?: boolean;
  /** The style sheet of its document in place of that of every page, whose rules it contains. */
  sheet?: string;
  /** The module comes later, and the page tells so. */
  comingSoon?: boolean;
  /** A part that loads itself. It does not count as activity of the member. */
  isBackground?: boolean;
}
