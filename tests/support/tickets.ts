import type { Club } from './club';
import { formOf, type Page, type Visitor } from './visitor';

const question = { subject: 'A question to somebody', message: 'Where do I find the answer?' };

/** Writes a ticket by the two steps of the form, and returns its path. */
export async function writeTicket(
  visitor: Visitor,
  { category = 'other', query = '', ...typed }: { category?: string; query?: string } & Partial<typeof question> = {},
): Promise<string> {
  const fields = { ...question, ...typed };
  const checked = await visitor.submit(await visitor.get(`/support/contact/${category}${query}`), 'contact', {
    ...fields,
    intent: 'check',
  });
  const sent = await visitor.submit(checked, 'contact', { ...fields, intent: 'send' });
  if (sent.status !== 303 || !sent.location) throw new Error(`The ticket was answered ${sent.status}: ${sent.body}`);
  return sent.location;
}

/** The reply of a member of the staff to a ticket. */
export async function replyAsStaff(club: Club, path: string, text: string) {
  const done = await club.staff('ticket', 'reply', numberOf(path), '--text', text);
  if (done.code !== 0) throw new Error(done.stderr);
}

export const numberOf = (path: string): string => /\d+$/.exec(path)?.[0] ?? '';

/** Posts a form of a page with its hidden fields as a browser sends a form with files. */
export function submitFiles(
  visitor: Visitor,
  page: Page,
  which: string,
  fields: Record<string, string>,
  files: { name: string; bytes: Uint8Array<ArrayBuffer>; type?: string }[],
): Promise<Page> {
  const body = new FormData();
  for (const [name, value] of formOf(page, which).fields)
    if (!(name in fields) && name !== 'files') body.append(name, value);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const { name, bytes, type } of files) body.append('files', new Blob([bytes], { type }), name);
  return visitor.request(page.path, { method: 'POST', body });
}
