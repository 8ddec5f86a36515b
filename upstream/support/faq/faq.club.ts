/** The staff command for questions and answers. */
import { z } from 'zod';
import { auditStaff, CommandFailed, defineCommand } from '../../club/command';
import { supportCategories } from '../../contract/support-faq';
import { transaction } from '../../database/transaction';
import { type FaqChanges, importFaq } from './import-faq';
import { BadFaqFolder, readFaqFolder } from './read-folder';

/** `faq import DIR`: questions and answers become those of a folder. */
export const faqImport = defineCommand({
  name: 'faq import',
  summary: 'Make the questions and answers those of a folder',
  positionals: ['dir'],
  path: 'dir',
  proof: 'required',
  options: {},
  details: `DIR holds a file for each question in each language, DIR/de/NN-name.md and DIR/en/NN-name.md:

  ---
  id: withdrawal-duration
  category: withdrawals
  position: 3
  question: How long does a withdrawal take?
  ---
  The bank needs **one working day**. Your [withdrawals](/financial/withdrawals) show the day.

The id is the same in both languages and never changes, because links lead to it. Categories:
${supportCategories.slice(0, 5).join(', ')},
${supportCategories.slice(5).join(', ')}.
An answer has paragraphs, lists (- or 1.), headings (##), **bold**, *italic*, \`code\` and links.
What has no file any more is withdrawn. Its votes and its address stay for when it comes back.
If any file is wrong, nothing is changed.`,
  given: z.strictObject({ dir: z.string() }),
  run: async (deps, { dir }, now, actor) => {
    const drafts = await readFaqFolder(dir).catch((error: unknown) => {
      throw error instanceof BadFaqFolder ? new CommandFailed(`Nothing was changed.\n${error.message}`) : error;
    });
    return transaction(deps.db, async (tx) => {
      const changes = await importFaq(tx, drafts, now);
      const { added, changed, withdrawn, unchanged } = changes;
      if (added.length + changed.length + withdrawn.length > 0) {
        const detail = { added: added.length, changed: changed.length, withdrawn: withdrawn.length };
        await auditStaff(tx, now, { actor, action: 'faq.imported', detail });
      }
      return { lines: describe(changes), data: { added, changed, withdrawn, unchanged } };
    });
  },
});

function describe({ added, changed, withdrawn, unchanged }: FaqChanges): string[] {
  const lists = { added, changed, withdrawn };
  return [
    `${added.length} added, ${changed.length} changed, ${withdrawn.length} withdrawn, ${unchanged} unchanged.`,
    ...Object.entries(lists).flatMap(([word, names]) => names.map((name) => `${word} ${name}`)),
  ];
}
