import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { desc, eq } from 'drizzle-orm';
import { readPdf } from '../../upstream/documents/pdf.testing';
import { checkProof } from '../../upstream/wallet/receipts/independent-check.testing';
import { walletTransactions } from '../../upstream/wallet/transactions/transactions.tables';
import { download } from '../support/download';
import { accessibilityFaults, htmlFaults, layoutFaultsAt } from '../support/judges';
import { bookDeposits } from '../support/ledger';
import { expect, hydrated, test } from '../support/test';

const words = {
  en: { right: 'The receipt is right.', wrong: 'The receipt is not right.', words: 'Wrong Amount, account and time' },
  de: { right: 'Der Beleg stimmt.', wrong: 'Der Beleg stimmt nicht.', words: 'Stimmt nicht Betrag, Konto und Zeit' },
};

for (const language of ['en', 'de'] as const) {
  test.describe(`papers in ${language}`, { tag: `@${language}` }, () => {
    test.use({ language });

    test('a member takes a statement along', async ({ page, club, member, enter, t, javaScriptEnabled }) => {
      const mira = await member({ language });
      await bookDeposits(club, mira.id, 3);
      await enter(mira, '/financial/statement');
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('wallet:receipt.from'), { exact: true }).fill('2026-11-30');
      await page.getByLabel(t('wallet:receipt.to'), { exact: true }).fill('2026-11-01');
      await page.getByRole('button', { name: t('wallet:receipt.as_pdf') }).click();
      await expect(page.getByRole('link', { name: t('wallet:receipt.faults.order') })).toBeVisible();
      await expect(page.getByLabel(t('wallet:receipt.from'), { exact: true })).toHaveValue('2026-11-30');
      await page.getByLabel(t('wallet:receipt.from'), { exact: true }).fill('2020-01-01');
      await page.getByLabel(t('wallet:receipt.to'), { exact: true }).fill('2036-12-31');
      const file = await download(page, () => page.getByRole('button', { name: t('wallet:receipt.as_pdf') }).click());
      expect(file.name).toMatch(/2020-01-01 – \d{4}-\d\d-\d\d\.pdf$/);
      const { text, files } = await readPdf(await readFile(file.path));
      expect(text).toContain(language === 'de' ? '6,00 €' : '€6.00');
      expect(checkProof(files['receipt.json'] ?? '{}')).toEqual(['', '', '']);
    });

    test('a receipt is checked without a network', { tag: '@js' }, async ({ page, club, member, signInByCookie }) => {
      const mira = await member({ language });
      await bookDeposits(club, mira.id, 2);
      const rows = await club.db
        .select()
        .from(walletTransactions)
        .where(eq(walletTransactions.userId, mira.id))
        .orderBy(desc(walletTransactions.position));
      await signInByCookie(mira);
      const receipt = await download(page, () => page.goto(`/financial/transaction/${rows[0]?.label}/receipt.pdf`));
      await page.goto('/log');
      await hydrated(page, { javaScriptEnabled: true });
      const verifier = await download(page, () => page.locator('a[download]').click());
      expect(verifier.name).toBe('verifier.html');

      await page.context().setOffline(true);
      await page.goto(pathToFileURL(verifier.path).href);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await page.locator('#file').setInputFiles({
        name: receipt.name,
        mimeType: 'application/pdf',
        buffer: await readFile(receipt.path),
      });
      await expect(page.locator('.verdict')).toHaveText(words[language].right);
      await expect(page.locator('dl').last()).toContainText(language === 'de' ? '2,00 €' : '€2.00');

      const tampered = (await readFile(receipt.path)).toString('latin1').replace('"amount":"2.00"', '"amount":"9.00"');
      await page.locator('#file').setInputFiles({
        name: receipt.name,
        mimeType: 'application/pdf',
        buffer: Buffer.from(tampered, 'latin1'),
      });
      await expect(page.locator('.verdict')).toHaveText(words[language].wrong);
      await expect(page.locator('.checks .wrong')).toHaveCount(1);
      await expect(page.locator('.checks .wrong')).toContainText(words[language].words);
      await page.context().setOffline(false);
    });

    test('the verifier page is for everybody', { tag: '@js' }, async ({ page }) => {
      const answer = await page.goto('/log/verifier.html');
      expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-/);
      expect(await htmlFaults((await answer?.text()) ?? '')).toEqual([]);
      await page.locator('summary').click();
      await page.locator('#pasted').fill('Hello');
      await page.locator('.primary').click();
      await expect(page.locator('.verdict.wrong')).toBeVisible();
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        expect(await accessibilityFaults(page), scheme).toEqual([]);
      }
      for (const width of [320, 360, 1280, 1920]) expect(await layoutFaultsAt(page, width)).toEqual([]);
    });
  });
}

test('the verifier page says what to do where there is no script', { tag: '@no-js' }, async ({ page }) => {
  await page.goto('/log/verifier.html');
  await expect(page.getByText('please switch JavaScript on')).toBeVisible();
});
