import type { ModuleName } from '../platform/page/modules';

interface Section {
  path: string;
  /** A key of `common`. */
  title: string;
  module?: ModuleName;
  permission?: string;
}

/** The sub-navigation in the specification's order. Modules add their entries before the last one. */
export const SECTIONS: Section[] = [
  { path: 'address', title: 'titles.address' },
  { path: 'account', title: 'titles.account' },
  { path: '2fa', title: 'titles.two_factor' },
  { path: 'devices', title: 'titles.devices' },
  { path: 'notifications', title: 'titles.notification_settings' },
  { path: 'terms', title: 'titles.terms' },
  { path: 'sponsor', title: 'titles.sponsor' },
  { path: 'api-token', title: 'titles.api_token', permission: 'api_token.manage' },
  { path: 'withdraw-accounts', title: 'titles.withdraw_accounts', module: 'wallet', permission: 'wallet.view' },
  { path: 'privacy', title: 'titles.privacy' },
];

export function sectionsFor({
  modules,
  permissions,
}: {
  modules: readonly ModuleName[];
  permissions: readonly string[];
}) {
  return SECTIONS.filter(
    ({ module, permission }) =>
      (!module || modules.includes(module)) && (!permission || permissions.includes(permission)),
  );
}
