/** Registers members. Texts, status and time must not reveal whether an address is already known. */

import { isCountry } from '../../contract/countries';
import { writeAudit } from '../../database/audit';
import type { Tx } from '../../database/database';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import type { Allowance } from '../../http/throttle';
import { sendMail } from '../../mail/mail';
import type { Caller } from '../../members/caller';
import { addMember } from '../../members/membership';
import { memberPermissions } from '../../members/permissions';
import { countNetwork, isWithin } from '../../members/throttles';
import { canonicalEmail, findUserByEmail, type UserRow } from '../../members/users';
import { acceptTerms, listTermsInForce, termsTextsIn } from '../../terms/terms';
import { addressKeptMail } from '../email-change/email-change.mails';
import { alreadyMemberMail } from '../identity.mails';
import { textsIn } from '../identity.texts';
import { findPasswordFaults, hashPassword } from '../passwords/passwords';
import { findReferrer } from '../referrals/referrals';
import { isVouchedFor } from '../sign-in/recaptcha';
import { ageAt } from './age';
import { mailVerification } from './email-verification';

export interface Application {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
  password_confirmation: string;
  language: Language;
  country: string;
  /** `YYYY-MM-DD` */
  birthdate: string;
  ref_hash?: string | undefined;
  /** The label of the link's campaign. */
  campaign?: string | undefined;
  terms: number[];
  recaptcha_token?: string | undefined;
}

/**
 * Handles a registration. A new address gets an account and the verification mail. A known address gets a mail that
 * says so, but the caller learns nothing. `InvalidFields` for input that breaks the rules, `TooManyAttempts` for the
 * network, `ServiceUnavailable` if the password cannot be judged.
 */
export async function register(
  deps: Deps,
  application: Application,
  caller: Caller,
): Promise<{ allowance: Allowance }> {
  await countNetwork(deps.db, 'register.attempt', caller);
  const email = canonicalEmail(application.email);
  await refuseFaults(deps, { ...application, email }, caller);
  const strict = deps.config.recaptcha && !(await isVouchedFor(deps, application.recaptcha_token, caller));
  const allowance = await countNetwork(deps.db, strict ? 'register.network.strict' : 'register.network', caller);
  const mayTell = await isWithin(deps.db, 'mail.hour', `already-member ${email}`);
  const passwordHash = await hashPassword(application.password);
  await transaction(deps.db, async (tx) => {
    const created = await createUser(tx, application, email, passwordHash, caller.now);
    await acceptTerms(tx, created?.id ?? null, application.terms, caller.now, caller.ip);
    await writeAudit(tx, caller.now, {
      action: created ? 'register' : 'register.known_address',
      actorId: created?.id ?? null,
      userId: created?.id ?? null,
      ip: caller.ip,
      requestId: caller.requestId,
    });
    if (created) await mailVerification(tx, deps, created, caller.now);
    else if (mayTell) await mailAlreadyMember(tx, deps, email, application.language);
  });
  return { allowance };
}

/**
 * Says everything that is wrong with a part of an application, so that a form can name it at once. It registers nobody
 * and tells nothing of the address. `InvalidFields`, `TooManyAttempts`, `ServiceUnavailable` as `register`.
 */
export async function checkApplication(deps: Deps, typed: Partial<Application>, caller: Caller): Promise<void> {
  await countNetwork(deps.db, 'register.attempt', caller);
  await refuseFaults(deps, typed, caller);
}

async function refuseFaults(deps: Deps, typed: Partial<Application>, caller: Caller): Promise<void> {
  const { country, birthdate, terms, password, password_confirmation, email = '' } = typed;
  const texts = textsIn(caller.language);
  const faults: Record<string, string[]> = {};
  if (country !== undefined && !isCountry(country)) faults.country = [texts.country];
  const age = birthdate === undefined ? null : ageAt(birthdate, caller.now);
  if (age !== null && (age < 0 || age > 120)) faults.birthdate = [texts.birthdate];
  else if (age !== null && age < 18) faults.birthdate = [texts.underage];
  const termsText = terms && (await findTermsFault(deps, terms, caller));
  if (termsText) faults.terms = [termsText];
  if (password !== undefined) {
    const judged = { ...typed, password, password_confirmation: password_confirmation ?? password, email };
    Object.assign(faults, await findPasswordFaults(judged, judged, caller.language));
  }
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}

async function findTermsFault(deps: Deps, terms: number[], { now, language }: Caller): Promise<string | null> {
  const inForce = await listTermsInForce(deps.db, now);
  const known = new Set(inForce.map((row) => row.id));
  if (terms.some((id) => !known.has(id))) return termsTextsIn(language).termsUnknown;
  const isMissing = inForce.some((row) => row.required && !terms.includes(row.id));
  return isMissing ? termsTextsIn(language).termsRequired : null;
}

async function createUser(
  tx: Tx,
  application: Application,
  email: string,
  passwordHash: string,
  now: Date,
): Promise<UserRow | null> {
  const referrer = application.ref_hash ? await findReferrer(tx, application.ref_hash) : null;
  const member = {
    firstname: application.firstname,
    lastname: application.lastname,
    email,
    passwordHash,
    language: application.language,
    country: application.country,
    birthdate: application.birthdate,
    permissions: memberPermissions,
    referrerId: referrer?.id ?? null,
    referralCampaign: (referrer && application.campaign) ?? null,
  };
  return addMember(tx, member, now);
}

async function mailAlreadyMember(tx: Tx, deps: Deps, email: string, language: Language): Promise<void> {
  const user = await findUserByEmail(tx, email);
  const { publicUrl } = deps.config;
  if (!user) {
    const data = { registerUrl: `${publicUrl}/register` };
    return sendMail(tx, deps, { to: email, language, template: addressKeptMail, data });
  }
  await sendMail(tx, deps, {
    to: user.email,
    language: user.language,
    template: alreadyMemberMail,
    data: { firstname: user.firstname, loginUrl: `${publicUrl}/login`, recoverUrl: `${publicUrl}/recover` },
  });
}
