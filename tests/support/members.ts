import { eq, sql } from 'drizzle-orm';
import { addresses } from '../../upstream/account/account.tables';
import type { Tx } from '../../upstream/database/database';
import type { Deps } from '../../upstream/deps';
import { demoPassword } from '../../upstream/identity/identity.seed';
import { newRecoveryCodes, storeRecoveryCodes } from '../../upstream/identity/two-factor/recovery-codes';
import { sealTwoFactorSecret } from '../../upstream/identity/two-factor/two-factor';
import { users } from '../../upstream/members/members.tables';
import { newRefHash } from '../../upstream/members/membership';
import { memberPermissions } from '../../upstream/members/permissions';
import { termAcceptances, terms } from '../../upstream/terms/terms.tables';
import type { Club } from './club';
import { oneTimeCode } from './one-time-code';

/** The state of a new member. By default the member is fully set up. */
export interface MemberState {
  firstname?: string;
  lastname?: string;
  language?: 'en' | 'de';
  /** Default true. */
  verified?: boolean;
  /** Default true. */
  addressFilled?: boolean;
  /** The country of the member and of the address. Default DE. */
  country?: string;
  /** Default Europe/Berlin. Null for a member without a time zone, for whom the browser's counts. */
  timeZone?: string | null;
  /** Since when names and country are locked. By default they are not. */
  firstWithdrawalAt?: Date;
  /** Default false. */
  twoFactor?: boolean;
  /** False for a member who signs in only by mailed links. Default true. */
  password?: boolean;
  /** False for a member who has to accept all required terms; see also `publishTerms` in terms.ts. Default true. */
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
  /** Returns the next valid one-time code. Moves the club's clock by a step, because each code is valid once. */
  code(): Promise<string>;
}

const twoFactorSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const home = { street: 'Am Anger', streetNumber: '7', postcode: '16278', city: 'Angermünde', region: 'BB' };
const STEP_S = 30;
let members = 0;

/** Writes the member into the club's database. The password is that of the demo accounts, whose hash is available. */
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
  // The query builder is the same, whatever sends the statements.
  await storeRecoveryCodes(db as unknown as Tx, deps, userId, codes, now);
  return codes;
}
