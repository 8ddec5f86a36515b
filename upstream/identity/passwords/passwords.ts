import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Language } from '../../http/env';
import { InvalidFields } from '../../http/problems';
import { textsIn } from '../identity.texts';
import { passwordScore } from './password-strength';

/** OWASP Password Storage Cheat Sheet: Argon2id (the library's default) with 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random password that nobody knows. Accounts that do not exist are verified against it. */
const nobodysHash = hash(crypto.randomUUID(), parameters);
nobodysHash.catch(() => undefined);

/** Hashes a password with Argon2id. The PHC string contains the parameters. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), parameters);

/**
 * Returns whether the password matches the stored hash. Without a hash (unknown account, or member without a password)
 * it does the same work and returns false, so that the time reveals nothing.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobodysHash), normalised(password));
  return fits && stored != null;
}

/** Returns whether a hash has outdated parameters. The next login then renews it. */
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
 * Returns what is wrong with a new password in the reader's language, or null. Checks only what costs little: 10 to 128
 * characters, not the e-mail address or its local part (docs/product/session.md#registration).
 */
function passwordFault(password: string, email: string, language: Language): string | null {
  const texts = textsIn(language);
  const length = [...password].length;
  if (length < 10) return texts.passwordTooShort;
  if (length > 128) return texts.passwordTooLong;
  const address = email.toLowerCase();
  return [address, localPartOf(address)].includes(password.toLowerCase()) ? texts.passwordIsEmail : null;
}

/**
 * Returns in the reader's language that a password is too common, or null. It costs CPU, so it comes after the other
 * checks. `ServiceUnavailable` if there is no score.
 */
async function findCommonPasswordFault(
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

interface NewPassword {
  password: string;
  password_confirmation: string;
}
type KnownOfMember = Parameters<typeof findCommonPasswordFault>[1];

/** Returns all errors of a new password at once, by field. `ServiceUnavailable` if the password cannot be judged. */
export async function findPasswordFaults(
  { password, password_confirmation }: NewPassword,
  member: KnownOfMember,
  language: Language,
): Promise<Record<string, string[]>> {
  const isRepeated = password === password_confirmation;
  const fault =
    passwordFault(password, member.email, language) ?? (await findCommonPasswordFault(password, member, language));
  return {
    ...(fault !== null && { password: [fault] }),
    ...(!isRepeated && { password_confirmation: [textsIn(language).confirmation] }),
  };
}

/**
 * Throws `InvalidFields` at `password` and `password_confirmation` for a new password that breaks the rules.
 * `ServiceUnavailable` if the password cannot be judged.
 */
export async function checkNewPassword(typed: NewPassword, member: KnownOfMember, language: Language): Promise<void> {
  const faults = await findPasswordFaults(typed, member, language);
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}

const localPartOf = (email: string): string => email.split('@')[0] ?? '';

/** Keyboards compose letters such as "ü" differently. NFKC unifies them (NIST SP 800-63B, 5.1.1.2). */
const normalised = (password: string): string => password.normalize('NFKC');
