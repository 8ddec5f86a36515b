import { describe, expect, it } from 'vitest';
import { ownPath, readNotification } from './notification-event';

const origin = 'https://club.example.org';
const sent = {
  id: '0197-1',
  type: 'wallet.payment_received',
  title: 'Payment received',
  description: '100.00 EUR',
  class: 'wallet',
  status: 'success',
  url: '/financial',
};

describe('a notification', () => {
  it('is read as Laravel broadcasts it', () => {
    expect(readNotification(sent, origin)).toEqual({
      id: '0197-1',
      title: 'Payment received',
      description: '100.00 EUR',
      class: 'wallet',
      status: 'success',
      path: '/financial',
      silent: false,
    });
  });

  it('that came in quiet hours is silent, if it says just that', () => {
    expect(readNotification({ ...sent, silent: true }, origin)?.silent).toBe(true);
    expect(readNotification({ ...sent, silent: 'no' }, origin)?.silent).toBe(false);
  });

  it('may lack all but id and title', () => {
    expect(readNotification({ id: 7, title: 'News' }, origin)).toEqual({
      id: '7',
      title: 'News',
      description: '',
      class: '',
      status: '',
      path: null,
      silent: false,
    });
  });

  it.each([null, undefined, 'text', 7, [], {}, { id: '1' }, { title: 'No id' }, { id: '1', title: { en: 'x' } }])(
    'is not read out of %j',
    (data) => expect(readNotification(data, origin)).toBeNull(),
  );
});

describe('the address of a notification', () => {
  it.each([
    ['/support/ticket/7?from=bell#last', '/support/ticket/7?from=bell#last'],
    ['https://club.example.org/post/1', '/post/1'],
    ['https://evil.example.org/', null],
    ['//evil.example.org', null],
    ['/.//evil.example.org', null],
    ['/\\evil.example.org', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['http://[', null],
    ['', null],
    [7, null],
    [undefined, null],
  ])('%j is followed as %j', (url, path) => {
    expect(ownPath(url, origin)).toBe(path);
  });
});
