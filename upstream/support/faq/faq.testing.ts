/** A club with questions and answers, for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Faq, SupportCategory } from '../../contract/support-faq';
import type { Open } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import type { Deps } from '../../deps';
import type { Language } from '../../http/env';
import type { Page } from '../../http/paginator';
import { type Club, getToken, openClub } from '../../identity/identity.testing';
import { mountFaq } from './faq.api';
import { parseFaqFile } from './faq-file';
import { importFaq } from './import-faq';

export interface Entry {
  id: string;
  category?: SupportCategory;
  position?: number;
  question: string;
  answer?: string;
}

/** Returns the text of a file. */
export const fileOf = ({ id, category = 'other', position = 1, question, answer = 'Yes.' }: Entry): string =>
  `---\nid: ${id}\ncategory: ${category}\nposition: ${position}\nquestion: ${question}\n---\n${answer}\n`;

/** Writes files into a new folder, which is removed after the test. */
export function aFolder(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'faq-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const language of ['de', 'en']) mkdirSync(join(folder, language));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Makes these entries the only ones. */
export const giveAnswers = (club: Pick<Deps, 'db'>, entries: Partial<Record<Language, Entry[]>>, now: Date) =>
  transaction(club.db, (tx) =>
    importFaq(
      tx,
      (['de', 'en'] as const).flatMap((language) =>
        (entries[language] ?? []).map((entry) => parseFaqFile(fileOf(entry), language)),
      ),
      now,
    ),
  );

export const openFaqClub = (open: Open): Promise<Club> =>
  openClub(open, {}, (api, deps) => {
    mountFaq(api, deps);
    return {};
  });

interface Answer<Body> {
  status: number;
  body: Body & { errors: Record<string, string[]>; code: string };
}

/** Adds a member, and returns the member's calls. They read in German. */
export async function aReader(club: Club, member: Parameters<Club['addMember']>[0] = {}) {
  const email = `reader.${++readers}@example.org`;
  const { id: userId } = await club.addMember({ email, ...member });
  const token = await getToken(club, email);
  const get = <Body>(path: string, language: Language) =>
    club.call('GET', `/support/${path}`, { token, language }) as unknown as Promise<Answer<Body>>;
  const list = (query: Record<string, string> = {}, language: Language = 'de') =>
    get<Page<Faq>>(`faq?${new URLSearchParams(query)}`, language);
  const questions = async (query: Record<string, string>, language?: Language) =>
    (await list(query, language)).body.data.map(({ question }) => question);
  return {
    userId,
    token,
    list,
    questions,
    search: (q: string, language?: Language) => questions({ q }, language),
    idOf: async (question: string, language: Language = 'de') => {
      const { body } = await list({ per_page: '100' }, language);
      return body.data.find((faq) => faq.question === question)?.id ?? 0;
    },
    show: (id: number, language: Language = 'de') => get<Faq>(`faq/${id}`, language),
    topics: () => get<{ data: { slug: SupportCategory; answers: number }[] }>('categories', 'de'),
    rate: async (id: number, vote: unknown) =>
      (await club.post(`/support/faq/${id}/rating`, { vote }, { token })).status,
  };
}

let readers = 0;
