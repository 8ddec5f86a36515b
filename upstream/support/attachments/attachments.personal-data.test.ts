import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '../../database/database.testing';
import { transaction } from '../../database/transaction';
import { users } from '../../members/members.tables';
import { personalData } from '../../personal-data';
import { tidyPrivacy } from '../../privacy/privacy.housekeeping';
import { openPrivacyClub, unzip } from '../../privacy/privacy.testing';
import { claimAttachments } from './attachments';
import { supportAttachmentChunks, supportAttachmentPreviews, supportAttachments } from './attachments.tables';
import { aMessage, aPng, inPieces, store } from './attachments.testing';
import { renderPreview } from './render-preview';

describeOnEachDatabase('the files of a member', (open) => {
  it('are in the export, with the way to their bytes, and go with the account', async () => {
    const club = await openPrivacyClub(open);
    const { id: userId } = await club.addMember();
    const { id: noraId } = await club.addMember({ email: 'nora@example.org' });
    const now = new Date();
    const { id, ...file } = await store(club, { userId }, now, await aPng());
    await renderPreview(club, id);
    const message = await aMessage(club, userId, now);
    await transaction(club.db, (tx) => claimAttachments(tx, { userId }, [id], message, now));
    const foreign = await store(club, { userId: noraId }, now);
    const unsent = await store(club, { userId, staffId: noraId }, now);
    let held = () => {};
    async function* unfinished() {
      yield* inPieces(await aPng());
      await new Promise<void>((resolve) => (held = resolve));
    }
    const upload = store(club, { userId, bytes: unfinished() }, now);
    await expect.poll(() => club.db.$count(supportAttachments)).toBe(4);

    const token = await club.bearer();
    const exported = (await club.call('POST', '/user/export', { token })).body.id;
    await club.jobs.idle();
    const files = unzip(await (await club.file(token, exported)).arrayBuffer());
    const { name, type, size, created_at } = file;
    expect(JSON.stringify(files)).not.toContain(unsent.id);
    expect(JSON.parse(files['attachments.json'] ?? '')).toEqual([{ id, message, name, type, size, created_at }]);
    expect(files['README.txt']).toContain('/support/attachment/');

    held();
    await upload;
    await club.db
      .update(users)
      .set({ deletionRequestedAt: new Date(now.getTime() - 1000), deletionDueAt: now })
      .where(eq(users.id, userId));
    await tidyPrivacy(club, personalData, new Date(now.getTime() + 1000));
    expect(await club.db.select({ id: supportAttachments.id }).from(supportAttachments)).toEqual([{ id: foreign.id }]);
    expect(await club.db.$count(supportAttachmentChunks)).toBe(1);
    expect(await club.db.$count(supportAttachmentPreviews)).toBe(0);
  });
});
