/** What a mailed code confirms, in words, so that nobody gives one away for something else. */
import { z } from '@hono/zod-openapi';
import { maskIban } from '../../contract/iban';
import type { VerificationAction } from '../../contract/verification';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';

/**
 * What other modules know of a context, such as what the draft of a withdrawal is about; null where it names nothing of
 * the member's.
 */
export type Subjects = {
  [Action in VerificationAction]?: (userId: number, context: string, language: Language) => Promise<string | null>;
};

/**
 * The purpose as the mail names it; what a context says is named too, where it is what the action expects.
 * @throws NotFound where a module knows the action's contexts, and this is none of the member's
 */
export async function purposeOf(
  action: VerificationAction,
  context: string,
  { userId, language, subjects }: { userId: number; language: Language; subjects: Subjects },
): Promise<string> {
  const find = subjects[action];
  const subject = find ? await find(userId, context, language) : subjectOf(action, context);
  if (find && subject === null) throw new NotFound();
  const text = (language === 'de' ? de : en)[action];
  return subject ? `${text} (${subject})` : text;
}

/** As names may be: control characters would write lines of their own, halves of characters cannot be stored. */
const plainName = z
  .string()
  .min(1)
  .max(70)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** Whoever calls may write anything into a context. */
const json = z.string().transform((text, refusal) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    refusal.addIssue({ code: 'custom', message: 'no JSON' });
    return z.NEVER;
  }
});

/** A list that begins with the name. */
const token = json.pipe(z.tuple([plainName], z.unknown()));
/** Holder and IBAN. */
const account = json.pipe(z.tuple([plainName, z.string().regex(/^[A-Z]{2}[A-Z0-9]{13,32}$/)]));

function subjectOf(action: VerificationAction, context: string): string | null {
  if (action === 'email.change') return z.email().safeParse(context).success ? context : null;
  if (action === 'api_token.create') return token.safeParse(context).data?.[0] ?? null;
  if (action !== 'withdraw_account.create') return null;
  const [holder, iban] = account.safeParse(context).data ?? [];
  return holder && iban ? `${holder}, ${maskIban(iban)}` : null;
}

const en: Record<VerificationAction, string> = {
  withdraw: 'a withdrawal',
  'withdraw_account.create': 'a new account for withdrawals',
  'withdraw_account.delete': 'the removal of an account for withdrawals',
  'email.change': 'another e-mail address for your account',
  'password.change': 'a new password',
  'two_factor.disable': 'switching two-factor sign-in off',
  'recovery_codes.regenerate': 'new recovery codes',
  'api_token.create': 'a new API token',
  'account.delete': 'the deletion of your account',
};

const de: Record<VerificationAction, string> = {
  withdraw: 'eine Auszahlung',
  'withdraw_account.create': 'ein neues Konto für Auszahlungen',
  'withdraw_account.delete': 'das Entfernen eines Kontos für Auszahlungen',
  'email.change': 'eine andere E-Mail-Adresse für dein Konto',
  'password.change': 'ein neues Passwort',
  'two_factor.disable': 'das Ausschalten der Zwei-Faktor-Anmeldung',
  'recovery_codes.regenerate': 'neue Wiederherstellungscodes',
  'api_token.create': 'ein neues API-Token',
  'account.delete': 'das Löschen deines Kontos',
};
