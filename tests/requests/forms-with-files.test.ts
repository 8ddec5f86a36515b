import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { authSessions } from '../../upstream/members/sessions.tables';
import { supportAttachments } from '../../upstream/support/attachments/attachments.tables';
import { type Club, sharedClub } from '../support/club';
import { signedIn } from '../support/realtime';
import { textsIn } from '../support/texts';
import { writeTicket } from '../support/tickets';
import { aLongPdf, type Entry, entriesOf, postForm } from '../support/uploads';
import { formOf, type Page, readableText } from '../support/visitor';

const MB = 1024 * 1024;
const t = textsIn('en');

let club: Club;
beforeAll(async () => {
  club = await sharedClub();
}, 120_000);

type Bytes = AsyncIterable<Uint8Array> | Uint8Array;
const file = (name: string, bytes: Bytes = Buffer.from(`The file ${name}`)): Entry => ['files', { name, bytes }];
const namesIn = (page: Page, form: string) =>
  formOf(page, form).fields.flatMap(([name, value]) => (name === 'attachment_names[]' ? [value] : []));
const messageIn = (page: Page, form: string) =>
  formOf(page, form)
    .fields.find(([name]) => name === 'message')?.[1]
    .trim();

/** The two forms without script: how each is opened, filled in and sent. */
const forms = {
  contact: {
    typed: { subject: 'My three files', message: 'Here they are.', intent: 'send' },
    open: async () => '/support/contact/other',
  },
  reply: {
    typed: { message: 'Here they are.', intent: 'reply' },
    open: writeTicket,
  },
};

async function opened(form: keyof typeof forms) {
  const { visitor, member } = await signedIn(club);
  const { typed, open } = forms[form];
  const page = await visitor.get(await open(visitor));
  const send = (from: Page, files: Entry[]) =>
    postForm(club.url, visitor, from.path, [...entriesOf(from, form, typed), ...files]);
  const { id, userId, state, messageId } = supportAttachments;
  const kept = (where = eq(userId, member.id)) =>
    club.db.select({ id, state, messageId }).from(supportAttachments).where(where);
  const countKept = async () => (await kept()).length;
  const endSession = () =>
    club.db
      .update(authSessions)
      .set({ revokedAt: new Date(), revokedReason: 'revoked' })
      .where(and(eq(authSessions.userId, member.id), isNull(authSessions.revokedAt)));
  /** The ticket that was sent has these files. */
  const expectSent = async (sent: Page, names: string[]) => {
    expect(sent.status).toBe(303);
    const ticket = await visitor.follow(sent);
    const said = ticket.body.slice(ticket.body.lastIndexOf('class="said'));
    expect(said).toContain('<p>Here they are.</p>');
    const shown = [...said.matchAll(/<a class="chip"[\s\S]*?<\/svg>([^,<]+),/g)].map(([, name]) => name);
    expect(shown.sort()).toEqual(names.sort());
  };
  return { visitor, member, page, send, kept, countKept, endSession, expectSent };
}

describe.each(['contact', 'reply'] as const)('the form %s without script', (form) => {
  it('sends its text with three files', async () => {
    const { page, send, expectSent } = await opened(form);
    const files = [file('one.txt'), file('two.pdf', aLongPdf(3 * MB)), file('Größe.txt')];
    await expectSent(await send(page, files), ['one.txt', 'two.pdf', 'Größe.txt']);
  });

  it('refuses a file of 11 MB at 10 MB, and keeps the text and the other files', async () => {
    const { page, send, countKept, expectSent } = await opened(form);
    let seen = 0;
    const look = async (sent: number) => {
      // Of what is still on its way nothing is stored any more.
      if (sent === 10.5 * MB) await expect.poll(countKept).toBe(1);
      seen = sent;
    };
    const refused = await send(page, [file('one.txt'), file('large.pdf', aLongPdf(11 * MB, look)), file('two.txt')]);
    expect([seen, refused.status, messageIn(refused, form)]).toEqual([11 * MB, 413, 'Here they are.']);
    expect(readableText(refused)).toContain(`large.pdf: ${t('attachments:too_large')}`);
    expect(namesIn(refused, form)).toEqual(['one.txt', 'two.txt']);
    await expectSent(await send(refused, [file('small.pdf', aLongPdf(1000))]), ['one.txt', 'two.txt', 'small.pdf']);
  });

  it('loses nothing when the session ends during the upload', async () => {
    const { page, send, endSession, visitor, member, expectSent, countKept } = await opened(form);
    const look = async (sent: number) => {
      if (sent === MB) await endSession();
    };
    const locked = await send(page, [file('one.txt'), file('two.pdf', aLongPdf(2 * MB, look)), file('three.txt')]);
    expect(locked.status).toBe(401);
    expect(readableText(locked)).toContain(t('session:lock.kept'));
    expect(await countKept()).toBe(1);
    const resumed = await visitor.submit(locked, '/lock', { intent: 'unlock', password: member.password });
    expect(readableText(resumed)).toContain('Here they are.');
    const again = await visitor.submit(resumed, page.path, { carry_intent: 'send' });
    expect([again.status, messageIn(again, form), namesIn(again, form)]).toEqual([422, 'Here they are.', ['one.txt']]);
    for (const name of ['two.pdf', 'three.txt'])
      expect(readableText(again)).toContain(`${name}: ${t('attachments:unsent')}`);
    const files = [file('two.pdf', aLongPdf(2 * MB)), file('three.txt')];
    await expectSent(await send(again, files), ['one.txt', 'two.pdf', 'three.txt']);
  });

  it('whose line is cut leaves no half file and no message', async () => {
    const { page, send, kept, visitor } = await opened(form);
    async function* torn() {
      yield* aLongPdf(2 * MB);
      await expect.poll(async () => (await kept()).map(({ state }) => state).sort()).toEqual(['ready', 'uploading']);
      throw new Error('the line is cut');
    }
    await expect(send(page, [file('one.txt'), file('two.pdf', torn())])).rejects.toThrow('the line is cut');
    // What arrived whole waits for its message and goes after a day.
    await expect.poll(kept).toMatchObject([{ state: 'ready', messageId: null }]);
    const after = await visitor.get(page.path);
    expect(after.body.includes('Here they are.')).toBe(false);
    expect(namesIn(after, form)).toEqual([]);
  });
});
