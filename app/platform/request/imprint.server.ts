/** Who offers the pages, and whom members can reach: § 5 DDG. The README names the settings. */

export interface Imprint {
  /** With the legal form. */
  name: string;
  addressLines: string[];
  representatives: string;
  register: string | null;
  vatId: string | null;
  email: string;
  phone: string | null;
  /** When somebody answers the telephone. */
  hours: string | null;
}

/** The club of the demo. No member can reach it. */
const demo: Record<string, string> = {
  CLUB_NAME: 'Almende eG',
  CLUB_ADDRESS: 'Lindenweg 1, 16816 Neuruppin',
  CLUB_REPRESENTATIVES: 'Greta Holm',
  CLUB_REGISTER: 'Amtsgericht Neuruppin, GnR 0000',
  CLUB_VAT_ID: 'DE000000000',
  CLUB_EMAIL: 'club@example.org',
  CLUB_PHONE: '+49 30 23125 000',
  CLUB_PHONE_HOURS: '10–16',
};

const required = ['CLUB_NAME', 'CLUB_ADDRESS', 'CLUB_REPRESENTATIVES', 'CLUB_EMAIL'] as const;
type Source = Record<string, string | undefined>;

/** Returns the settings without which there is no imprint. */
export const missingForImprint = (source: Source): string[] => required.filter((name) => !source[name]?.trim());

/** Returns null while a required setting is missing. Without any setting the demo club has an imprint of its own. */
export function readImprint(source: Source, isDemo: boolean): Imprint | null {
  const isUnset = Object.keys(demo).every((name) => !source[name]);
  const settings = isDemo && isUnset ? demo : source;
  if (missingForImprint(settings).length > 0) return null;
  const text = (name: string) => settings[name]?.trim() ?? '';
  return {
    name: text('CLUB_NAME'),
    addressLines: text('CLUB_ADDRESS')
      .split(',')
      .map((line) => line.trim())
      .filter(Boolean),
    representatives: text('CLUB_REPRESENTATIVES'),
    register: text('CLUB_REGISTER') || null,
    vatId: text('CLUB_VAT_ID') || null,
    email: text('CLUB_EMAIL'),
    phone: text('CLUB_PHONE') || null,
    hours: text('CLUB_PHONE_HOURS') || null,
  };
}
