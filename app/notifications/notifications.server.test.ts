import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestContext } from '../platform/request/request-context.server';
import { notificationsPath } from './notification-pages';
import { listNotifications } from './notifications.server';

function answering(data: Record<string, unknown>) {
  const item = { id: 'a', read_at: null, created_at: '2026-11-20T09:00:00Z', data };
  const page = {
    current_page: 1,
    last_page: 2,
    from: 1,
    to: 15,
    total: 16,
    next_page_url: 'http://upstream/api/x?page=2',
  };
  return { api: { call: async () => ({ ...page, data: [item] }) } } as unknown as RequestContext;
}

const shown = async (data: Record<string, unknown>) => {
  const words = { title: 'A', description: 'B', class: 'bell', status: 'info' };
  const list = await listNotifications(answering({ ...words, ...data }), { kind: 'unread', page: 1 });
  return list.data[0];
};

beforeEach(() => {
  vi.stubEnv('PUBLIC_URL', 'https://club.example.org');
  vi.stubEnv('SESSION_SECRET', 'a secret of many different characters 0123456789');
});

describe('a notification on the page', () => {
  it.each([
    ['ticket', 'ticket'],
    ['fa fa-calendar', 'calendar'],
    ['fa fa-rocket', 'bell'],
    ['', 'bell'],
  ])('of the class %j has the icon %s', async (name, icon) => {
    expect(await shown({ class: name })).toMatchObject({ icon });
  });

  it.each([
    ['success', 'primary'],
    ['warning', 'warning'],
    ['anything', 'anything'],
  ])('of the status %s is %s', async (status, look) => {
    expect(await shown({ status })).toMatchObject({ status: look });
  });

  it.each([
    ['/growing?x=1', '/growing?x=1'],
    ['https://club.example.org/growing', '/growing'],
    ['https://club.example.org.evil.example/', null],
    [undefined, null],
    [null, null],
    ['https://evil.example/', null],
    ['//evil.example', null],
    ['javascript:alert(1)', null],
  ])('with the address %j leads to %j', async (url, path) => {
    expect(await shown({ url })).toMatchObject({ path });
  });

  it.each([
    ['x'.repeat(300), 'x'.repeat(300)],
    [`${'word '.repeat(60)}more`, `${'word '.repeat(39)}word…`],
    [`${'word, '.repeat(60)}more`, `${'word, '.repeat(32)}word…`],
    ['x'.repeat(301), `${'x'.repeat(200)}…`],
    [`${'x'.repeat(199)}🌻${'x'.repeat(100)}`, `${'x'.repeat(199)}🌻…`],
  ])('of the text %s shows %s', async (description, short) => {
    const whole = short === description ? null : '/notifications?unread=1&whole=a#whole';
    expect(await shown({ description })).toMatchObject({ description: short, whole });
  });

  it('shows the whole text of the one that was asked for', async () => {
    const words = { title: 'A', description: 'word '.repeat(100), class: 'bell', status: 'info' };
    const list = await listNotifications(answering(words), { kind: 'read', page: 2 }, 'a');
    expect(list.data[0]).toMatchObject({ description: words.description, whole: null });
  });

  it('names its next page by an address of this app', async () => {
    const list = await listNotifications(answering({ class: '', title: '', description: '', status: '' }), {
      kind: 'unread',
      page: 1,
    });
    expect(list.next_page_url).toBe('/notifications/unread?page=2');
  });
});

describe('the pages of the lists', () => {
  it('are named in the address, the first of the unread ones not', () => {
    expect(notificationsPath({ kind: 'unread', page: 1 })).toBe('/notifications');
    expect(notificationsPath({ kind: 'unread', page: 2 })).toBe('/notifications?unread=2');
    expect(notificationsPath({ kind: 'read', page: 1 })).toBe('/notifications?read=1');
  });
});
