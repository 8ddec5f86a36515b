import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Language } from '../http/env';
import { InvalidFields } from '../http/problems';
import { textsIn } from './identity.texts';
import { passwordScore } from './password-strength';

/** OWASP Password Storage Cheat Sheet: Argon2id (the library's default) with 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a random password that nobody knows, with the parameters above: verified where there is no account. */
const nobodysHash = hash(crypto.randomUUID(), parameters);
nobodysHash.catch(() => undefined);

/** Hashes a password with Argon2id; the PHC string carries the parameters. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), parameters);

/**
 * Whether the password fits the stored hash. Without one (unknown account, member without a password) it does the same
 * work and says no, so that the time tells nothing.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobodysHash), normalised(password));
  return fits && stored != null;
}

/** True when a hash was made with other parameters than today's; it is then made anew at the next login. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return (
    !stored.startsWith('$argon2id$') ||
    memoryCost !== parameters.memoryCost ||
    timeCost !== parameters.timeCost ||
    parallelism !== parameters.parallelism
  );
}

/**
 * What is wrong with a new password at first sight, in the reader's language, or null. Rules: 10 to 128 characters, not
 * the e-mail address or its local part (product/session.md).
 */
export function passwordFault(password: string, email: string, language: Language): string | null {
  const texts = textsIn(language);
  const length = [...password].length;
  if (length < 10) return texts.passwordTooShort;
  if (length > 128) return texts.passwordTooLong;
  const address = email.toLowerCase();
  return [address, localPartOf(address)].includes(password.toLowerCase()) ? texts.passwordIsEmail : null;
}

/**
 * Says that a password is among the common ones, in the reader's language, or null. Costs CPU, so it comes when nothing
 * else is wrong. `ServiceUnavailable` when there is no verdict.
 */
export async function commonPasswordFault(
  password: string,
  member: { email: string; firstname?: string; lastname?: string },
  language: Language,
): Promise<string | null> {
  const { firstname = '', lastname = '' } = member;
  const email = member.email.toLowerCase();
  const localPart = localPartOf(email);
  const hints = [
    email,
    localPart,
    localPart.replace(/[^a-z]/g, ''),
    firstname,
    lastname,
    firstname + lastname,
    'almende',
  ];
  return (await passwordScore(password, hints)) < 2 ? textsIn(language).passwordCommon : null;
}

/**
 * Throws `InvalidFields` at `password` and `password_confirmation` for a new password against the rules, all that shows
 * at first sight at once; `ServiceUnavailable` when nobody can judge it.
 */
export async function checkNewPassword(
  { password, password_confirmation }: { password: string; password_confirmation: string },
  member: { email: string; firstname?: string; lastname?: string },
  language: Language,
): Promise<void> {
  const faults: Record<string, string[]> = {};
  const fault = passwordFault(password, member.email, language);
  if (fault) faults.password = [fault];
  if (password !== password_confirmation) faults.password_confirmation = [textsIn(language).confirmation];
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  const commonText = await commonPasswordFault(password, member, language);
  if (commonText) throw new InvalidFields({ password: [commonText] });
}

const localPartOf = (email: string): string => email.split('@')[0] ?? '';

/** Keyboards compose letters like "ü" differently; NFKC makes them one (NIST SP 800-63B, 5.1.1.2). */
const normalised = (password: string): string => password.normalize('NFKC');
