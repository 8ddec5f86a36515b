/** Says in words what a mailed code confirms, so that nobody reveals a code for something else. */
import { z } from '@hono/zod-openapi';
import { maskIban } from '../../contract/iban';
import { PersonName } from '../../contract/shapes';
import type { VerificationAction } from '../../contract/verification';
import type { Language } from '../../http/env';
import { NotFound } from '../../http/problems';

/**
 * What other modules know about a context, such as the withdrawal of a draft. Null if the context refers to nothing of
 * the member's.
 */
export type Subjects = {
  [Action in VerificationAction]?: (userId: number, context: string, language: Language) => Promise<string | null>;
};

/**
 * Returns the purpose as the mail names it. Includes the context if it has the form that the action expects.
 * @throws NotFound if a module knows the action's contexts, and this is none of the member's
 */
export async function describePurpose(
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

/** Like a person's name: control characters would add lines, and lone surrogates cannot be stored. */
const plainName = z
  .string()
  .min(1)
  .max(70)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** Callers can write anything into a context. */
const json = z.string().transform((text, refusal) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    refusal.addIssue({ code: 'custom', message: 'no JSON' });
    return z.NEVER;
  }
});

/** A list whose first item is the name. */
const token = json.pipe(z.tuple([plainName], z.unknown()));
/** First and last name. */
const name = json.pipe(z.tuple([PersonName(80), PersonName(80)]));
/** Holder and IBAN. */
const account = json.pipe(z.tuple([PersonName(70), z.string().regex(/^[A-Z]{2}[A-Z0-9]{13,32}$/)]));

function subjectOf(action: VerificationAction, context: string): string | null {
  if (action === 'email.change') return z.email().safeParse(context).success ? context : null;
  if (action === 'api_token.create') return token.safeParse(context).data?.[0] ?? null;
  if (action === 'name.change') return name.safeParse(context).data?.join(' ') ?? null;
  if (action !== 'withdraw_account.create') return null;
  const [holder, iban] = account.safeParse(context).data ?? [];
  return holder && iban ? `${holder}, ${maskIban(iban)}` : null;
}

const en: Record<VerificationAction, string> = {
  withdraw: 'a withdrawal',
  'withdraw_account.create': 'a new withdraw account',
  'withdraw_account.delete': 'the deletion of a withdraw account',
  'email.change': 'another e-mail address for your account',
  'name.change': 'another name for your account',
  'password.change': 'a new password',
  'two_factor.disable': 'switching two-factor sign-in off',
  'recovery_codes.regenerate': 'new recovery codes',
  'api_token.create': 'a new API token',
  'account.delete': 'the deletion of your account',
  'plants.buy': 'an order of plants',
  'ticket.buy': 'a ticket',
};

const de: Record<VerificationAction, string> = {
  withdraw: 'eine Auszahlung',
  'withdraw_account.create': 'ein neues Auszahlungskonto',
  'withdraw_account.delete': 'die Löschung eines Auszahlungskontos',
  'email.change': 'eine andere E-Mail-Adresse für dein Konto',
  'name.change': 'einen anderen Namen für dein Konto',
  'password.change': 'ein neues Passwort',
  'two_factor.disable': 'das Ausschalten der Zwei-Faktor-Anmeldung',
  'recovery_codes.regenerate': 'neue Wiederherstellungscodes',
  'api_token.create': 'ein neues API-Token',
  'account.delete': 'die Löschung deines Kontos',
  'plants.buy': 'eine Pflanzenbestellung',
  'ticket.buy': 'eine Eintrittskarte',
};
