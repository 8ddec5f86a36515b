/** The layout settings in the order of the specification, section 3. */
export const DISPLAY_SETTINGS = [
  'isFixed',
  'isCollapsed',
  'isBoxed',
  'isFloat',
  'asideHover',
  'asideScrollbar',
  'isCollapsedText',
  'offsidebarOpen',
  'asideToggled',
  'showUserBlock',
  'horizontal',
  'useFullLayout',
  'hiddenFooter',
] as const;

export type DisplaySetting = (typeof DISPLAY_SETTINGS)[number];
export const SCHEMES = ['light', 'dark', 'system'] as const;
export type Scheme = (typeof SCHEMES)[number];

export interface Display {
  on: DisplaySetting[];
  scheme: Scheme;
}

export const DEFAULT_DISPLAY: Display = { on: ['isFixed', 'showUserBlock'], scheme: 'system' };

export const isDisplaySetting = (name: unknown): name is DisplaySetting =>
  (DISPLAY_SETTINGS as readonly unknown[]).includes(name);
