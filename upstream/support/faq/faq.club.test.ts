import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { CommandFailed } from '../../club/command';
import { auditLog } from '../../database/audit.tables';
import { describeOnEachDatabase } from '../../database/database.testing';
import type { Club } from '../../identity/identity.testing';
import { aStaffMember } from '../../identity/staff/staff.testing';
import { faqImport } from './faq.club';
import { seedFaq } from './faq.seed';
import { supportFaq, supportFaqWords } from './faq.tables';
import { aFolder, aReader, fileOf, openFaqClub } from './faq.testing';

const now = new Date('2026-11-20T09:00:00Z');
const later = new Date('2026-11-21T09:00:00Z');

const duration = { id: 'duration', category: 'withdrawals', question: 'Wie lange dauert es?' } as const;
const files = {
  'de/01-duration.md': fileOf(duration),
  'en/01-duration.md': fileOf({ ...duration, question: 'How long does it take?' }),
  'de/02-rest.md': fileOf({ id: 'rest', position: 2, question: 'Warum ruht es?', answer: 'Zur **Sicherheit**.' }),
};

describeOnEachDatabase('faq import', (open) => {
  let club: Club;
  beforeEach(async () => {
    club = await openFaqClub(open);
  });
  const runWith = async (given: Record<string, string | Buffer>, at = now) =>
    faqImport.run(club, { dir: aFolder(given) }, at, await aStaffMember(club));
  const rows = () => club.db.select().from(supportFaq).orderBy(asc(supportFaq.id));
  const audited = () =>
    club.db.select().from(auditLog).where(eq(auditLog.action, 'faq.imported')).orderBy(asc(auditLog.id));

  it('adds, changes and withdraws, and says what it did', async () => {
    expect(await runWith(files)).toEqual({
      lines: [
        '3 added, 0 changed, 0 withdrawn, 0 unchanged.',
        'added de/duration',
        'added de/rest',
        'added en/duration',
      ],
      data: { added: ['de/duration', 'de/rest', 'en/duration'], changed: [], withdrawn: [], unchanged: 0 },
    });
    const [first] = await rows();
    expect(first).toMatchObject({
      ...{ slug: 'duration', language: 'de', category: 'withdrawals', position: 1, question: 'Wie lange dauert es?' },
      ...{ answer: 'Yes.', answerHtml: '<p>Yes.</p>', updatedAt: now, withdrawnAt: null },
    });
    const { 'en/01-duration.md': _gone, ...rest } = files;
    const changed = {
      ...rest,
      'de/02-rest.md': fileOf({ id: 'rest', position: 2, question: 'Warum ruht mein Konto?' }),
    };
    const { lines } = await runWith(changed, later);
    expect(lines).toEqual([
      '0 added, 1 changed, 1 withdrawn, 1 unchanged.',
      'changed de/rest',
      'withdrawn en/duration',
    ]);
    expect((await rows()).map(({ updatedAt, withdrawnAt }) => [updatedAt, withdrawnAt])).toEqual([
      [now, null],
      [later, null],
      [now, later],
    ]);
    expect(await audited()).toMatchObject([
      { detail: { added: 3, changed: 0, withdrawn: 0, by: 'command line' } },
      { detail: { added: 0, changed: 1, withdrawn: 1 } },
    ]);
  });

  it('changes nothing the second time', async () => {
    await runWith(files);
    const before = await rows();
    const { lines } = await runWith(files, later);
    expect(lines).toEqual(['0 added, 0 changed, 0 withdrawn, 3 unchanged.']);
    expect(await rows()).toEqual(before);
    expect(await audited()).toHaveLength(1);
  });

  it('keeps id and votes of an entry that is moved, withdrawn or back again, and tells a change of its words only', async () => {
    await runWith(files);
    const mia = await aReader(club);
    const id = await mia.idOf(duration.question);
    await mia.rate(id, 'yes');
    const { 'de/01-duration.md': _file, ...without } = files;
    await runWith(without, later);
    expect((await mia.show(id)).status).toBe(404);
    expect(await mia.rate(id, 'no')).toBe(404);
    const moved = fileOf({ ...duration, category: 'deposits', position: 9 });
    const { data } = await runWith({ ...without, 'de/17-elsewhere.md': moved, 'en/01-duration.md': moved }, later);
    expect(data).toMatchObject({ added: ['de/duration'], changed: ['en/duration'] });
    expect((await mia.show(id)).body).toMatchObject({
      ...{ id, category: 'deposits', position: 9, helpful_yes: 1, my_vote: 'yes', updated_at: now.toISOString() },
    });
  });

  it('knows the words of current entries only', async () => {
    await runWith({ ...files, 'de/03-x.md': fileOf({ id: 'x', question: 'Was ist Morgentau?' }) });
    const words = async () => (await club.db.select().from(supportFaqWords)).map(({ word }) => word);
    expect(await words()).toContain('morgentau');
    await runWith(files);
    expect(await words()).not.toContain('morgentau');
  });

  const bad: [string, Record<string, string | Buffer>, string][] = [
    ['no front matter', { 'de/03-a.md': 'Hello' }, 'de/03-a.md, line 1: it does not begin with front matter'],
    ['an unknown key', { 'de/03-a.md': '---\nid: a\ntopic: x\n---\nYes' }, 'de/03-a.md, line 3: expected one of id,'],
    ['a key twice', { 'de/03-a.md': '---\nid: a\nid: b\n---\nYes' }, 'de/03-a.md, line 3: id is there twice'],
    [
      'a missing key',
      { 'de/03-a.md': '---\nid: a\nposition: 1\n---\nYes' },
      'line 1: the front matter lacks category, question',
    ],
    [
      'a wrong id',
      { 'de/03-a.md': fileOf({ id: 'A_b', question: 'A?' }) },
      'de/03-a.md, line 2: id is up to 80 lower case',
    ],
    [
      'an unknown category',
      { 'de/03-a.md': '---\nid: a\ncategory: money\nposition: 1\nquestion: A?\n---\nYes' },
      'de/03-a.md, line 3: category is one of account-security, deposits',
    ],
    [
      'a wrong position',
      { 'de/03-a.md': fileOf({ id: 'a', position: 0, question: 'A?' }) },
      'line 4: position is a whole',
    ],
    [
      'a long question',
      { 'de/03-a.md': fileOf({ id: 'a', question: `${'a'.repeat(201)}` }) },
      'line 5: question has words',
    ],
    [
      'no answer',
      { 'de/03-a.md': fileOf({ id: 'a', question: 'A?', answer: ' ' }) },
      'de/03-a.md, line 7: the answer is missing',
    ],
    [
      'bad Markdown',
      { 'en/03-a.md': fileOf({ id: 'a', question: 'A?', answer: 'x\n\n[y](http://z)' }) },
      'en/03-a.md, line 9: a link leads to',
    ],
    ['another name', { 'en/notes.md': '' }, 'en/notes.md, line 1: a file here has a name such as'],
    ['another encoding', { 'de/03-a.md': Buffer.from([0x2d, 0xfc]) }, 'de/03-a.md, line 1: the file is not in UTF-8'],
    ['a large file', { 'de/03-a.md': 'x'.repeat(70_000) }, 'de/03-a.md, line 1: the file has more than 64 KB'],
    [
      'an id twice',
      { 'de/03-a.md': fileOf(duration) },
      'de/03-a.md, line 1: the id duration is that of de/01-duration.md',
    ],
    [
      'another topic in the other language',
      { 'en/02-rest.md': fileOf({ id: 'rest', category: 'privacy', position: 2, question: 'Why?' }) },
      'en/02-rest.md, line 1: the category of rest is another one in de/02-rest.md',
    ],
  ];

  it.each(bad)('refuses %s with file and line, and changes nothing', async (_, given, words) => {
    await runWith(files);
    const before = await rows();
    const { 'en/01-duration.md': _withdrawn, ...others } = files;
    const attempt = () => runWith({ ...others, ...given }, later);
    await expect(attempt()).rejects.toThrow(CommandFailed);
    await expect(attempt()).rejects.toThrow(words);
    expect(await rows()).toEqual(before);
  });

  it('names all faults at once, and begins by saying that nothing was changed', async () => {
    const broken = { ...files, 'de/04-b.md': 'x', 'en/05-c.md': 'y' };
    await expect(runWith(broken)).rejects.toThrow(
      /^Nothing was changed\.\nde\/04-b\.md, line 1: .*\nen\/05-c\.md, line 1: /,
    );
    expect(await rows()).toEqual([]);
  });

  it('refuses a folder without questions, and one that is not there', async () => {
    await expect(runWith({})).rejects.toThrow('holds no question');
    const dir = `${aFolder({})}/none`;
    await expect(faqImport.run(club, { dir }, now, await aStaffMember(club))).rejects.toThrow('is no folder');
  });

  it('is for staff who are signed in', async () => {
    await expect(faqImport.run(club, { dir: aFolder(files) }, now, null)).rejects.toThrow('Nobody is signed in here');
    expect(await rows()).toEqual([]);
  });

  it('happens once for the demo club, as long as nobody has imported anything', async () => {
    const folder = aFolder(files);
    await seedFaq(club, now, folder);
    expect(await rows()).toHaveLength(3);
    await runWith({ 'de/02-rest.md': files['de/02-rest.md'] }, later);
    await seedFaq(club, later, folder);
    expect((await rows()).filter(({ withdrawnAt }) => withdrawnAt)).toHaveLength(2);
    await seedFaq(club, now, `${folder}/none`);
  });
});
