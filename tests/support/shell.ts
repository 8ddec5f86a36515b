import type { Page } from '@playwright/test';
import type { Translate } from './texts';

const form = (count: number) => ['zero', 'one'][count] ?? 'other';

/** The text of an icon of the top bar for screen readers. */
export const words = (page: Page, t: Translate, icon: 'notifications' | 'chat', count: number) =>
  page.getByRole('banner').getByText(t(`shell.${icon}_${form(count)}`, { count }), { exact: true });

export const bell = (page: Page, t: Translate, count: number) => words(page, t, 'notifications', count);

/** The live region of the toasts. */
export const toasts = (page: Page, t: Translate) => page.getByRole('log', { name: t('shell.toasts.label') });
