import type { Page } from '@playwright/test';
import { attachmentLimits } from '../../upstream/contract/support-attachments';
import { expect, test } from '../support/test';
import type { Translate } from '../support/texts';

const text = (name: string, size = 10) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') });
const field = (page: Page, t: Translate) => page.getByLabel(t('support:files.label'));
const chips = (page: Page, t: Translate) => page.getByRole('list', { name: t('support:files.chosen') });
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

test.describe('files of a message, with script', { tag: '@js' }, () => {
  // What the server refuses, and a lost connection, are errors in the console.
  test.use({ expectedFaults: [/422/, /net::ERR_FAILED/] });
  test.beforeEach(async ({ member, enter, walk }) => {
    await enter(await member(), '/support/faq');
    await walk('/support/contact/categories', '/support/contact/other');
  });

  test('that do not fit are refused before they are sent', async ({ page, t }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/support/attachments')) sent++;
    });
    await field(page, t).setInputFiles([text('huge.txt', attachmentLimits.each + 1)]);
    const refused = t('support:files.refused', { name: 'huge.txt', reason: t('support:files.too_large') });
    await expect(says(page, refused)).toBeAttached();
    await expect(field(page, t)).toHaveAttribute('aria-invalid', 'true');
    expect(sent).toBe(0);
    await field(page, t).setInputFiles(Array.from({ length: 6 }, (_, index) => text(`${index}.txt`)));
    await expect(says(page, t('support:files.most'))).toBeAttached();
    await expect(chips(page, t).getByRole('listitem')).toHaveCount(5);
  });

  test('of a wrong type or a lost connection are named, and another attempt arrives', async ({ page, t }) => {
    await field(page, t).setInputFiles([
      { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from([77, 90, 0, 1]) },
    ]);
    await expect(says(page, 'fake.png')).toBeAttached();
    await page.route('**/support/attachments', (route) => route.abort());
    await field(page, t).setInputFiles([text('note.txt')]);
    await expect(says(page, t('support:files.unsent', { name: 'note.txt' }))).toBeAttached();
    await expect(chips(page, t)).toHaveCount(0);
    await page.unroute('**/support/attachments');
    await field(page, t).setInputFiles([text('note.txt')]);
    await expect(says(page, t('support:files.arrived', { name: 'note.txt' }))).toBeAttached();
    await expect(field(page, t)).not.toHaveAttribute('aria-invalid');
    await expect(chips(page, t).getByRole('listitem')).toHaveText([/note\.txt/]);
  });

  test('that are on their way hold the form, and can be left out', async ({ page, t }) => {
    await page.route('**/support/attachments', () => {});
    await field(page, t).setInputFiles([text('slow.txt')]);
    await expect(page.getByRole('progressbar')).toBeVisible();
    await page.getByRole('button', { name: t('support:contact.continue') }).click();
    await expect(says(page, t('support:files.wait'))).toBeAttached();
    await page.getByRole('button', { name: t('support:files.remove_file', { name: 'slow.txt' }) }).click();
    await expect(chips(page, t)).toHaveCount(0);
    await expect(field(page, t)).toBeFocused();
    await expect(says(page, t('support:files.wait'))).toHaveCount(0);
  });
});
