import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Club } from './club';

const DAY_MS = 24 * 3600_000;

/** Returns a time at the place in Berlin, as staff type it: `2026-12-05 18:00`. */
export const clockInDays = ({ clock }: Club, days: number, time = '18:00'): string =>
  `${new Date(clock.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' })} ${time}`;

interface Wanted {
  /** The same in both languages. */
  title: string;
  capacity?: number;
  price?: string;
  /** From today to the day of the appointment. */
  inDays?: number;
}

/** Hands the file of an appointment on site to `appointment create`. Returns its label. */
export async function createAppointment(club: Club, { title, capacity = 10, price, inDays = 10 }: Wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'appointment-'));
  const file = join(folder, 'appointment.md');
  const matter = {
    ...{ kind: 'onsite', 'title-en': title, 'title-de': title },
    ...{ starts: clockInDays(club, inDays), ends: clockInDays(club, inDays, '22:00') },
    ...{ location: 'Scheune, Lindenhof 3, 29525 Uelzen', capacity, ...(price && { price }) },
  };
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${value}`);
  writeFileSync(file, `---\n${lines.join('\n')}\n---\n<!-- en -->\nA **meal**.\n<!-- de -->\nEin **Essen**.\n`);
  const { code, stdout, stderr } = await club.staff('appointment', 'create', file);
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(stderr);
  return /AP-\w{9}/.exec(stdout)?.[0] ?? '';
}

/** Follows the link to the appointment in the list, on whichever of its pages the link is. */
export async function openListed(page: Page, title: string): Promise<void> {
  const link = page.getByRole('link', { name: title, exact: true });
  const next = page.locator('.pages a[rel=next]');
  // The page before may still be there.
  await expect(link.or(next).first()).toBeVisible();
  while ((await link.count()) === 0) {
    const following = await next.getAttribute('href');
    await next.click();
    await expect(page.locator(`.pages a[rel=next][href="${following}"]`)).toHaveCount(0);
  }
  await link.click();
}
