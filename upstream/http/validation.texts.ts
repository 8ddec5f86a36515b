import type { Language } from './env';

export type Rule =
  | 'required'
  | 'prohibited'
  | 'prohibited.more'
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'array'
  | 'date'
  | 'email'
  | 'url'
  | 'uuid'
  | 'name'
  | 'selected'
  | 'invalid'
  | `${'min' | 'max'}.${'string' | 'array' | 'number'}`;

/** The fault of one field. */
export type Fault = { rule: Rule; limit?: number } | { rule: 'custom'; text: string; limit?: undefined };

/** The English texts are those of Laravel 11's `lang/en/validation.php`. */
const texts: Record<Language, Record<Rule, string>> = {
  en: {
    required: 'The {field} field is required.',
    prohibited: 'The {field} field is prohibited.',
    'prohibited.more': 'The {field} field and {limit} more are prohibited.',
    string: 'The {field} field must be a string.',
    number: 'The {field} field must be a number.',
    integer: 'The {field} field must be an integer.',
    boolean: 'The {field} field must be true or false.',
    array: 'The {field} field must be an array.',
    date: 'The {field} field must be a valid date.',
    email: 'The {field} field must be a valid email address.',
    url: 'The {field} field must be a valid URL.',
    uuid: 'The {field} field must be a valid UUID.',
    name: 'The {field} field needs a letter and may hold letters, spaces, apostrophes, hyphens and full stops with a space after them.',
    selected: 'The selected {field} is invalid.',
    invalid: 'The {field} field format is invalid.',
    'min.string': 'The {field} field must be at least {limit} characters.',
    'min.array': 'The {field} field must have at least {limit} items.',
    'min.number': 'The {field} field must be at least {limit}.',
    'max.string': 'The {field} field must not be greater than {limit} characters.',
    'max.array': 'The {field} field must not have more than {limit} items.',
    'max.number': 'The {field} field must not be greater than {limit}.',
  },
  de: {
    required: 'Das Feld {field} muss ausgefüllt sein.',
    prohibited: 'Das Feld {field} ist hier nicht erlaubt.',
    'prohibited.more': 'Das Feld {field} und {limit} weitere sind hier nicht erlaubt.',
    string: 'Das Feld {field} muss ein Text sein.',
    number: 'Das Feld {field} muss eine Zahl sein.',
    integer: 'Das Feld {field} muss eine ganze Zahl sein.',
    boolean: 'Das Feld {field} muss wahr oder falsch sein.',
    array: 'Das Feld {field} muss eine Liste sein.',
    date: 'Das Feld {field} muss ein gültiges Datum sein.',
    email: 'Das Feld {field} muss eine gültige E-Mail-Adresse sein.',
    url: 'Das Feld {field} muss eine gültige Internetadresse sein.',
    uuid: 'Das Feld {field} muss eine gültige UUID sein.',
    name: 'Das Feld {field} braucht einen Buchstaben und darf Buchstaben, Leerzeichen, Apostrophe, Bindestriche und Punkte mit einem Leerzeichen dahinter enthalten.',
    selected: 'Die Auswahl im Feld {field} ist ungültig.',
    invalid: 'Das Feld {field} hat ein ungültiges Format.',
    'min.string': 'Das Feld {field} muss mindestens {limit} Zeichen lang sein.',
    'min.array': 'Das Feld {field} muss mindestens {limit} Einträge haben.',
    'min.number': 'Das Feld {field} muss mindestens {limit} sein.',
    'max.string': 'Das Feld {field} darf höchstens {limit} Zeichen lang sein.',
    'max.array': 'Das Feld {field} darf höchstens {limit} Einträge haben.',
    'max.number': 'Das Feld {field} darf höchstens {limit} sein.',
  },
};

/** The text about the body as a whole, before the check of its schema. */
export const bodyTooManyValues: Record<Language, string> = {
  en: 'The call holds too many or too long values.',
  de: 'Die Anfrage enthält zu viele oder zu lange Werte.',
};

const germanNames: Record<string, string> = {
  firstname: 'Vorname',
  lastname: 'Nachname',
  holder: 'Kontoinhaber',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  password_confirmation: 'Passwort (noch einmal)',
  language: 'Sprache',
  country: 'Land',
  birthdate: 'Geburtsdatum',
  terms: 'Bedingungen',
  one_time_password: 'Code',
  recovery_code: 'Wiederherstellungscode',
  device_name: 'Gerätename',
  page: 'Seite',
  per_page: 'Einträge pro Seite',
};

/** Returns one sentence about one field. */
export function textOf(field: string, fault: Fault, language: Language): string {
  if (fault.rule === 'custom') return fault.text;
  return texts[language][fault.rule]
    .replace('{field}', () => fieldName(field, language))
    .replace('{limit}', () => String(fault.limit));
}

function fieldName(field: string, language: Language): string {
  const known = language === 'de' ? germanNames[field] : undefined;
  return known ?? field.replaceAll('_', ' ');
}

/** Returns Laravel's summary: the first text, and the number of further texts. */
export function summarise(errors: Record<string, string[]>, language: Language): string {
  const [first = language === 'de' ? 'Die Angaben sind ungültig.' : 'The given data was invalid.', ...others] =
    Object.values(errors).flat();
  const count = others.length;
  if (count === 0) return first;
  if (language === 'de') return `${first} (und ${count} ${count === 1 ? 'weiterer Fehler' : 'weitere Fehler'})`;
  return `${first} (and ${count} more ${count === 1 ? 'error' : 'errors'})`;
}
