/** The members of the demo club. Accounts and password are fixed names (docs/product/staff.md#fixed-names). */
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../database/database';
import { transaction } from '../database/transaction';
import type { Deps } from '../deps';
import { users } from '../members/members.tables';
import { allPermissions, memberPermissions } from '../members/permissions';
import { termAcceptances, terms } from '../terms/terms.tables';
import { seedApiToken } from './api-tokens/api-tokens.seed';
import { firstnames, homes, lastnames } from './identity.seed-names';
import { hashPassword } from './passwords/passwords';
import { storeRecoveryCodes } from './two-factor/recovery-codes';
import { sealTwoFactorSecret } from './two-factor/two-factor';

export const demoPassword = 'almende-demo';
export const demoTwoFactorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
/** TOTP secrets of the two members of staff. Moving much money needs both. */
export const demoStaff = { greta: 'KRUGKIDROVUWG2ZAMJZG653OEBTG66BA', holger: 'OB2XG2BAMZXXEIDUNBSSA3LFONZWCZ3F' };
export const demoRecoveryCodes = ['DEMO0-BEN01', 'DEMO0-BEN02', 'DEMO0-BEN03', 'DEMO0-BEN04', 'DEMO0-BEN05'];

const dayMs = 24 * 60 * 60_000;
const teamSizes = [24, 96, 180];
/** Every fourth member came by a link without a campaign. */
const campaigns = ['flyer', 'hofladen', 'instagram', null];

/** Fills an empty club with the demo accounts and Anna's team of 300 in three levels. Does nothing if they exist. */
export async function seedIdentity(deps: Deps, now: Date): Promise<void> {
  if ((await deps.db.$count(users, eq(users.email, 'anna@example.org'))) > 0) return;
  const passwordHash = await hashPassword(demoPassword);
  await transaction(deps.db, async (tx) => {
    const [anna, ben] = await tx.insert(users).values(demoAccounts(passwordHash, now)).returning();
    if (!anna || !ben) throw new Error('The demo accounts were not written.');
    await switchTwoFactorOn(tx, deps, ben.email, demoTwoFactorSecret, now);
    await storeRecoveryCodes(tx, deps, ben.id, demoRecoveryCodes, now);
    await seedApiToken(tx, anna.id, now);
    await seedTeam(tx, anna.id, passwordHash, now);
    await tx.insert(users).values(holger(passwordHash, now));
    for (const [name, secret] of Object.entries(demoStaff)) {
      await switchTwoFactorOn(tx, deps, `${name}@example.org`, secret, now);
    }
    await acceptAllTerms(tx);
  });
}

async function switchTwoFactorOn(tx: Tx, deps: Deps, email: string, secret: string, now: Date): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`${email} was not written.`);
  const google2faSecret = sealTwoFactorSecret(deps, user.id, secret);
  await tx
    .update(users)
    .set({ google2faSecret, google2faEnabledAt: daysBefore(now, 200) })
    .where(eq(users.id, user.id));
}

function demoAccounts(passwordHash: string, now: Date): NewUser[] {
  const since = (days: number) => ({
    passwordHash,
    createdAt: daysBefore(now, days),
    updatedAt: daysBefore(now, days),
  });
  const filled = (days: number) => ({
    emailVerifiedAt: daysBefore(now, days),
    addressIsFilled: true,
    timezone: 'Europe/Berlin',
  });
  return [
    {
      ...since(700),
      ...filled(700),
      firstname: 'Anna',
      lastname: 'Kessler',
      email: 'anna@example.org',
      language: 'de',
      country: 'DE',
      birthdate: '1979-04-12',
      refHash: 'AnnaKessler',
      permissions: memberPermissions,
    },
    {
      ...since(400),
      ...filled(399),
      firstname: 'Ben',
      lastname: 'Archer',
      email: 'ben@example.org',
      language: 'en',
      country: 'GB',
      timezone: 'Europe/London',
      birthdate: '1986-09-30',
      refHash: 'BenArcher',
      permissions: memberPermissions,
    },
    {
      ...since(7),
      firstname: 'Clara',
      lastname: 'Neumann',
      email: 'clara@example.org',
      language: 'de',
      country: 'AT',
      birthdate: '1998-01-23',
      refHash: 'ClaraNeumann',
      permissions: memberPermissions,
    },
    {
      ...since(900),
      ...filled(900),
      firstname: 'Greta',
      lastname: 'Holm',
      email: 'greta@example.org',
      language: 'de',
      country: 'DE',
      birthdate: '1983-06-05',
      refHash: 'GretaHolm',
      permissions: allPermissions,
    },
  ];
}

/** Greta's colleague. Inserted last, so that the ids of the team stay the same. */
const holger = (passwordHash: string, now: Date): NewUser => ({
  passwordHash,
  createdAt: daysBefore(now, 800),
  updatedAt: daysBefore(now, 800),
  emailVerifiedAt: daysBefore(now, 800),
  addressIsFilled: true,
  timezone: 'Europe/Berlin',
  firstname: 'Holger',
  lastname: 'Brandt',
  email: 'holger@example.org',
  language: 'de',
  country: 'DE',
  birthdate: '1975-02-11',
  refHash: 'HolgerBrandt',
  permissions: allPermissions,
});

type NewUser = typeof users.$inferInsert;

/** Members of the level above refer each level. A few of them refer most of it. */
async function seedTeam(tx: Tx, leaderId: number, passwordHash: string, now: Date): Promise<void> {
  const random = repeatable(7);
  let referrers = [{ id: leaderId, createdAt: daysBefore(now, 690) }];
  let number = 0;
  for (const size of teamSizes) {
    const level: NewUser[] = [];
    for (let i = 0; i < size; i++) {
      const referrer = referrers[Math.floor(random() ** 2 * referrers.length)] as (typeof referrers)[number];
      level.push(teamMember(++number, referrer, passwordHash, now, random));
    }
    referrers = await tx.insert(users).values(level).returning({ id: users.id, createdAt: users.createdAt });
  }
}

function teamMember(
  number: number,
  referrer: { id: number; createdAt: Date },
  passwordHash: string,
  now: Date,
  random: () => number,
): NewUser {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const firstname = pick(firstnames);
  const lastname = pick(lastnames);
  const { country, language, timezone } = pick(homes);
  const createdAt = new Date(
    referrer.createdAt.getTime() + random() * 0.6 * (now.getTime() - referrer.createdAt.getTime()),
  );
  const birthYear = 1950 + Math.floor(random() * 50);
  return {
    firstname,
    lastname,
    email: `${ascii(firstname)}.${ascii(lastname)}.${number}@example.org`,
    passwordHash,
    language,
    timezone,
    country,
    birthdate: `${birthYear}-${two(1 + Math.floor(random() * 12))}-${two(1 + Math.floor(random() * 28))}`,
    emailVerifiedAt: random() < 0.93 ? createdAt : null,
    addressIsFilled: random() < 0.8,
    permissions: memberPermissions,
    refHash: `team${String(number).padStart(4, '0')}`,
    referrerId: referrer.id,
    referralCampaign: campaigns[number % campaigns.length],
    createdAt,
    updatedAt: createdAt,
  };
}

async function acceptAllTerms(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into ${termAcceptances} (user_id, terms_id, accepted_at)
    select ${users.id}, ${terms.id}, ${users.createdAt} from ${users} cross join ${terms}
    on conflict do nothing`);
}

/** Returns a random generator with the same numbers in every club, so that tests and screenshots match (mulberry32). */
function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

const two = (value: number): string => String(value).padStart(2, '0');

const ascii = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
