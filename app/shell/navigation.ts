import type { ModuleName } from '../platform/page/modules';
import type { IconName } from '../ui/icon-names';

export interface NavigationEntry {
  path: string;
  /** More paths for which this entry is the current one. */
  also?: string[];
  icon: IconName;
  /** Key in `common`. */
  title: string;
  /** The entry is shown only if all of them are on. */
  modules?: ModuleName[];
  /** Members without it do not see the entry. */
  permission?: string;
  /** The counter that the entry shows. */
  counts?: 'news';
  /** Marks the entry. It links to a page that says that the module comes later. */
  comingSoon?: boolean;
  /** Shown without a link. */
  disabled?: boolean;
  /** Not in the sidebar. Only other pages link to it. */
  hidden?: boolean;
  /** Draws a line above the entry. */
  apart?: boolean;
}

/** The sidebar, from top to bottom. Modules add their entries here. */
export const NAVIGATION: NavigationEntry[] = [
  { path: '/dashboard', icon: 'home', title: 'nav.dashboard', modules: ['wallet'] },
  {
    path: '/financial',
    icon: 'wallet',
    title: 'nav.wallet',
    modules: ['wallet'],
    permission: 'wallet.view',
  },
  {
    path: '/growing',
    icon: 'plant',
    title: 'nav.growing',
    modules: ['growing'],
    permission: 'growing.view',
  },
  {
    path: '/posts',
    also: ['/post'],
    icon: 'news',
    title: 'nav.news',
    modules: ['news'],
    permission: 'news.view',
    counts: 'news',
  },
  {
    path: '/support/faq',
    also: ['/support', '/faq'],
    icon: 'help',
    title: 'nav.help',
    modules: ['support'],
    permission: 'support.view',
  },
  { path: '/chat', icon: 'chat', title: 'nav.chat', modules: ['chat'], permission: 'chat.view' },
  {
    path: '/affiliate',
    icon: 'team',
    title: 'nav.team',
    modules: ['affiliate'],
    permission: 'affiliate.view',
  },
  {
    path: '/appointments',
    also: ['/appointment', '/event', '/check-in'],
    icon: 'calendar',
    title: 'nav.appointments',
    modules: ['wallet', 'appointment'],
    permission: 'appointment.view',
  },
  { path: '/settings', icon: 'settings', title: 'nav.settings', apart: true },
];

/** Returns the entries that a member sees in the sidebar. */
export function entriesFor(
  { modules, permissions }: { modules: readonly ModuleName[]; permissions: readonly string[] },
  entries = NAVIGATION,
): NavigationEntry[] {
  return entries.filter(
    (entry) =>
      !entry.hidden &&
      (entry.modules ?? []).every((name) => modules.includes(name)) &&
      (!entry.permission || permissions.includes(entry.permission)),
  );
}

/** Whether the page with this path belongs to the entry. */
export function isCurrent({ path, also = [] }: Pick<NavigationEntry, 'path' | 'also'>, pathname: string): boolean {
  return [path, ...also].some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
}
