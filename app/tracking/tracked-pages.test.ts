import { expect, it } from 'vitest';
import { guestPages, memberPages } from '../../tests/support/pages';
import { isTrackedPage } from './tracked-pages';

const isPrivate = (path: string) => /^\/(financial|settings|lock|term-updates|ui|demo)(\/|$)/.test(path);

const pathOf = (address: string) => address.replace(/\?.*/, '');

it.each(guestPages)('the guests’ page %s is not tracked', (page) => {
  expect(isTrackedPage(pathOf(page))).toBe(false);
});

it.each(memberPages.filter(isPrivate))('%s is not tracked', (page) => {
  expect(isTrackedPage(pathOf(page))).toBe(false);
});

it.each(memberPages.filter((path) => !isPrivate(path)))('%s may be tracked', (page) => {
  expect(isTrackedPage(pathOf(page))).toBe(true);
});

it.each(['', '/', '/dashboards', '/settings/../dashboard/x/../../settings'])('%j is no page to track', (path) => {
  expect(isTrackedPage(path)).toBe(false);
});
