import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import ICAL from 'ical.js';
import { readPdf, readQrCode } from '../../upstream/documents/pdf.testing';
import { clockInDays, createAppointment, openListed } from '../support/appointments';
import { payOrder } from '../support/bank';
import { download } from '../support/download';
import { codeIn } from '../support/mailbox';
import { expect, hydrated, test } from '../support/test';
import { equipToWithdraw, readBalances } from '../support/withdrawals';

for (const language of ['en', 'de'] as const) {
  test.describe(`a ticket, ${language}`, { tag: `@${language}` }, () => {
    test.use({ language, colorScheme: language === 'en' ? 'light' : 'dark' });
    test.setTimeout(240_000);

    test('is paid, shown as PDF and in the calendar, moved with its event, and canceled for who waits', {
      tag: '@laravel',
    }, async ({ page, context, club, member, enter, visit, javaScriptEnabled, t }) => {
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const link = (name: string) => page.getByRole('link', { name, exact: true });
      const title = `Hof-Dinner ${language} ${javaScriptEnabled ? 'js' : 'html'}`;
      const label = await createAppointment(club, { title, capacity: 3, price: '18.00' });
      const ticketPath = `/appointment/ticket/${label}`;

      const mira = await member({ language });
      await equipToWithdraw(club, mira);
      await enter(mira, '/appointments');
      await openListed(page, title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('appointment:register.guests')).fill('Ruth Haller\nTom Feld');
      await press(t('appointment:register.pay'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('appointment:pay.title'));
      await hydrated(page, { javaScriptEnabled });
      await press(t('appointment:pay.request_code'));
      const mail = await club.mailbox.waitFor({ to: mira.email, subject: /code/i });
      expect(mail.text).toContain(title);
      await hydrated(page, { javaScriptEnabled });
      await page.getByLabel(t('verification.mail')).fill(codeIn(mail));
      await press(t('appointment:pay.pay'));
      await expect(page).toHaveURL(new RegExp(`${ticketPath}$`));
      await expect(page.locator('.pass')).toContainText(t('appointment:step.valid'));
      expect(await readBalances(club, mira)).toEqual({ available: 44_200n, held: 0n });

      const pdf = await readFile((await download(page, () => link(t('appointment:ticket.as_pdf')).click())).path);
      const code = (await page.locator('.stub .ref').textContent()) ?? '';
      const { text } = await readPdf(pdf);
      for (const words of [title, 'Ruth Haller', 'Tom Feld', code]) expect(text).toContain(words);
      const [, signed = ''] = ((await readQrCode(pdf)) ?? '').split('.');
      expect(Buffer.from(signed, 'base64url').toString()).toBe(`${label}|${code.replaceAll('-', '')}|3`);
      const before = await readEvent(page, t('appointment:ticket.calendar'));
      expect(before).toMatchObject({ summary: title, zone: 'Europe/Berlin', start: clockInDays(club, 10) });

      const jan = await member({ language, firstname: 'Jan' });
      await context.clearCookies();
      await enter(jan, '/appointments');
      await openListed(page, title);
      await expect(page.getByText(t('appointment:waiting.title'))).toBeVisible();
      await hydrated(page, { javaScriptEnabled });
      await press(t('appointment:register.join_list'));
      await expect(page).toHaveURL(new RegExp(`${ticketPath}$`));
      await expect(page.locator('.pass')).toContainText(t('appointment:state.waitlisted'));

      const moved = await club.staff('appointment', 'change', label, '--starts', clockInDays(club, 10, '19:30'));
      expect([moved.stderr, moved.code]).toEqual(['', 0]);
      const told = await club.mailbox.waitFor({ to: mira.email, subject: new RegExp(title) });
      expect(told.text).toMatch(/19:30[\s\S]*18:00/);

      await context.clearCookies();
      await enter(mira, '/appointments');
      await visit(ticketPath);
      const after = await readEvent(page, t('appointment:ticket.calendar'));
      expect(after).toEqual({ ...before, sequence: before.sequence + 1, start: clockInDays(club, 10, '19:30') });
      await link(t('appointment:cancel.now_other', { count: 3 })).click();
      await expect(page.getByText(t('appointment:cancel.sure_other', { count: 3 }))).toBeVisible();
      await press(t('appointment:cancel.now_other', { count: 3 }));
      await expect(page.locator('.pass')).toContainText(t('appointment:state.canceled'));
      expect(await readBalances(club, mira)).toEqual({ available: 49_600n, held: 0n });

      await context.clearCookies();
      await enter(jan, '/appointments');
      await expect(page.getByRole('heading', { name: t('appointment:offer.title') })).toBeVisible();
      await link(t('appointment:offer.accept_and_pay')).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('appointment:pay.title'));
      await hydrated(page, { javaScriptEnabled });
      await press(t('appointment:pay.order'));
      await expect(page).toHaveURL(/\/financial\/order\/OR-\w{9}\/bank-details$/);
      const order = /OR-\w{9}/.exec(page.url())?.[0] ?? '';
      await payOrder(club, order, '18.00');
      await visit(`/financial/order/${order}`);
      await link(t('wallet:order.to_ticket')).click();
      await expect(page).toHaveURL(new RegExp(`${ticketPath}$`));
      await expect(page.locator('.pass')).toContainText(t('appointment:step.valid'));
    });
  });
}

/** Downloads the calendar file of the ticket on the page, and returns its only event. Times are those of the place. */
async function readEvent(page: Page, name: string) {
  const file = await download(page, () => page.getByRole('link', { name, exact: true }).click());
  const calendar = new ICAL.Component(ICAL.parse(await readFile(file.path, 'utf8')));
  const events = calendar.getAllSubcomponents('vevent');
  expect(events).toHaveLength(1);
  const { uid, summary, sequence, startDate } = new ICAL.Event(events[0]);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${startDate.year}-${two(startDate.month)}-${two(startDate.day)}`;
  const start = `${day} ${two(startDate.hour)}:${two(startDate.minute)}`;
  return { uid, summary, sequence, zone: startDate.zone.tzid, start };
}
