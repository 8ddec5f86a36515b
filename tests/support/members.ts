import { eq, sql } from 'drizzle-orm';
import { addresses } from '../../upstream/account/account.tables';
import type { Tx } from '../../upstream/database/database';
import type { Deps } from '../../upstream/deps';
import { demoPassword } from '../../upstream/identity/identity.seed';
import { termAcceptances, terms, users } from '../../upstream/identity/identity.tables';
import { memberPermissions } from '../../upstream/identity/permissions';
import { newRefHash } from '../../upstream/identity/registration';
import { newRecoveryCodes, storeRecoveryCodes } from '../../upstream/identity/two-factor/recovery-codes';
import { sealTwoFactorSecret } from '../../upstream/identity/two-factor/two-factor';
import type { Club } from './club';
import { oneTimeCode } from './one-time-code';

/** How a new member shall stand; what is not named is as with a member who has settled in. */
export interface MemberState {
  firstname?: string;
  lastname?: string;
  language?: 'en' | 'de';
  /** Default true. */
  verified?: boolean;
  /** Default true. */
  addressFilled?: boolean;
  /** Where they come from; default DE, which is where their address is. */
  country?: string;
  /** Default Europe/Berlin; null for a member who set none, and whose browser says it. */
  timeZone?: string | null;
  /** Since when names and country are locked; default: they are not. */
  firstWithdrawalAt?: Date;
  /** Default false. */
  twoFactor?: boolean;
  /** False for a member who signs in by mailed links only. Default true. */
  password?: boolean;
  /** False for a member whom all required terms wait for; see also `publishTerms` in terms.ts. Default true. */
  acceptedTerms?: boolean;
  permissions?: string[];
  instructionState?: Record<string, boolean>;
}

export interface Member {
  id: number;
  name: string;
  firstname: string;
  email: string;
  password: string;
  language: 'en' | 'de';
  refHash: string;
  recoveryCodes: string[];
  /** The next good one-time code: moves the club's clock by a step, since each code is good once. */
  code(): Promise<string>;
}

const twoFactorSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const home = { street: 'Am Anger', streetNumber: '7', postcode: '16278', city: 'Angermünde', region: 'BB' };
const STEP_S = 30;
let members = 0;

/** Writes the member into the club's database. The password is that of the demo accounts, whose hash is at hand. */
export async function createMember(club: Club, state: MemberState = {}): Promise<Member> {
  const { db } = club;
  const number = `${process.pid}x${++members}`;
  const { firstname = 'Mira', lastname = 'Feld', language = 'en', verified = true, addressFilled = true } = state;
  const now = new Date(club.clock.now());
  const [demo] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.email, 'anna@example.org'));
  const [user] = await db
    .insert(users)
    .values({
      firstname,
      lastname,
      email: `member.${number}@example.org`,
      passwordHash: state.password === false ? null : demo?.hash,
      language,
      timezone: state.timeZone === undefined ? 'Europe/Berlin' : state.timeZone,
      country: state.country ?? 'DE',
      firstWithdrawalAt: state.firstWithdrawalAt,
      birthdate: '1990-05-17',
      emailVerifiedAt: verified ? now : null,
      addressIsFilled: addressFilled,
      permissions: state.permissions ?? memberPermissions,
      instructionState: state.instructionState ?? {},
      refHash: newRefHash(),
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!user) throw new Error('The member was not written');
  if (addressFilled) await db.insert(addresses).values({ userId: user.id, ...home, updatedAt: now });
  if (state.acceptedTerms !== false) {
    await db.execute(sql`insert into ${termAcceptances} (user_id, terms_id, accepted_at)
      select ${user.id}, ${terms.id}, ${now} from ${terms}`);
  }
  const recoveryCodes = state.twoFactor ? await switchTwoFactorOn(club, user.id, now) : [];
  return {
    id: user.id,
    name: `${firstname} ${lastname}`,
    firstname,
    email: user.email,
    password: demoPassword,
    language,
    refHash: user.refHash,
    recoveryCodes,
    async code() {
      await club.clock.advance(STEP_S);
      return oneTimeCode(twoFactorSecret, club.clock.now());
    },
  };
}

async function switchTwoFactorOn({ db, secret }: Club, userId: number, now: Date): Promise<string[]> {
  const deps = { config: { secrets: [secret] } } as Deps;
  const codes = newRecoveryCodes();
  const google2faSecret = sealTwoFactorSecret(deps, userId, twoFactorSecret);
  await db.update(users).set({ google2faSecret, google2faEnabledAt: now }).where(eq(users.id, userId));
  // Its query builder is the same, whatever carries the statements.
  await storeRecoveryCodes(db as unknown as Tx, deps, userId, codes, now);
  return codes;
}
