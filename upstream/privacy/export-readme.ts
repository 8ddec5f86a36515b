import type { ExportPart } from '../database/personal-data';
import type { users } from '../members/members.tables';

type User = Pick<typeof users.$inferSelect, 'firstname' | 'lastname' | 'language'>;

/** Returns the file that describes all other files, in the member's language. */
export function readmeOf(user: User, parts: ExportPart[], productName: string, now: Date) {
  const { language } = user;
  const name = `${user.firstname} ${user.lastname}`;
  const at = now.toISOString();
  const files = parts.map((part) => `${part.name}.json, ${part.name}.csv\n    ${part.description[language]}`);
  const text = language === 'de' ? german(name, productName, at, files) : english(name, productName, at, files);
  return { name: language === 'de' ? 'LIESMICH.txt' : 'README.txt', text };
}

const english = (
  name: string,
  productName: string,
  at: string,
  files: string[],
) => `What ${productName} keeps about ${name}
As it stood at ${at} (UTC).

Each kind of data is there twice: as JSON, for programs, and as CSV, for spreadsheets. Text is UTF-8, every time is UTC.
Passwords, keys and codes are in none of the files. In the CSV files a text that a spreadsheet would take for a formula
begins with an apostrophe; the JSON files have it as it is.

${files.join('\n\n')}
`;

const german = (
  name: string,
  productName: string,
  at: string,
  files: string[],
) => `Was ${productName} über ${name} speichert
Stand: ${at} (UTC).

Jede Art von Daten gibt es zweimal: als JSON für Programme und als CSV für Tabellen. Text ist UTF-8, jede Zeit ist UTC.
Passwörter, Schlüssel und Codes stehen in keiner Datei. In den CSV-Dateien beginnt ein Text, den eine Tabelle für eine
Formel hielte, mit einem Apostroph; in den JSON-Dateien steht er, wie er ist.

${files.join('\n\n')}
`;
