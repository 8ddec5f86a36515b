import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../database/database.testing';
import { seedIdentity } from '../identity/identity.seed';
import { users } from '../members/members.tables';
import { seedChat } from './chat.seed';
import { chatCounts, chatMessages } from './chat.tables';
import { listMiscounted } from './chat.testing';
import { listForStaff } from './club-steps';
import { listConversations } from './list-conversations';
import { listContacts } from './people';

describeOnEachDatabase('the demo club', (open) => {
  it('has conversations with the club, the sponsor and the first line, once, some of them unread', async () => {
    const deps = await open();
    const now = new Date();
    await seedIdentity(deps, now);
    await seedChat(deps, now);
    const written = await deps.db.$count(chatMessages);
    await seedChat(deps, now);
    expect(await deps.db.$count(chatMessages)).toBe(written);
    const [anna] = await deps.db.select().from(users).where(eq(users.email, 'anna@example.org'));
    const id = anna?.id ?? 0;
    const { data } = await listConversations(deps.db, id, { limit: 50 }, 'de');
    expect(data.map(({ title, unread_count }) => [title.replace(/^\S+ \S\.$/, 'member'), unread_count])).toEqual([
      ['Vereinsbüro', 1],
      ['member', 0],
      ['member', 2],
      ['member', 0],
      ['Gärtnerei', 0],
    ]);
    expect(
      data.every(
        ({ last_message, can_write }) =>
          last_message && Date.parse(last_message.created_at) < now.getTime() && can_write,
      ),
    ).toBe(true);
    const { sponsor } = await listContacts(deps.db, id, { page: 1, perPage: 15 }, 'de');
    expect(sponsor).toMatchObject({ name: 'Holger B.', conversation_id: expect.any(String) });
    // More than one new message would open a dialog.
    expect(await deps.db.select().from(chatCounts).where(eq(chatCounts.userId, id))).toMatchObject([
      { newMessages: 1 },
    ]);
    expect(await listForStaff(deps.db, { all: false, limit: 10 })).toEqual([]);
    expect(await listMiscounted(deps)).toEqual([]);
  });
});
