/** The symbols of `public/icons.svg` without their `i-`. The drawings of the growth row are in `growth.tsx`. */
export const ICON_NAMES = [
  'logo',
  'home',
  'wallet',
  'plant',
  'news',
  'help',
  'ticket',
  'chat',
  'team',
  'calendar',
  'settings',
  'sliders',
  'bell',
  'menu',
  'close',
  'lock',
  'logout',
  'check',
  'clock',
  'alert',
  'info',
  'stop',
  'undo',
  'in',
  'out',
  'arrow',
  'back',
  'down',
  'copy',
  'download',
  'print',
  'clip',
  'search',
  'filter',
  'plus',
  'shield',
  'phone',
  'send',
  'trash',
  'file',
  'mail',
  'pin',
  'eye',
  'eye-off',
  'sort',
  'globe',
  'link',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

const known = new Set<string>(ICON_NAMES);

/**
 * Returns the icon for a notification's class as the server names it ("fa fa-ticket", "ticket"), or the bell if it is
 * unknown.
 */
export function iconForClass(notificationClass: string): IconName {
  const names = notificationClass.split(/\s+/).map((word) => word.replace(/^(fa|i|icon)-/, ''));
  return (names.find((name) => known.has(name)) as IconName | undefined) ?? 'bell';
}
