import { expect, it } from 'vitest';
import { replyNotice } from './tickets.notices';

const told = (body: string) =>
  replyNotice({ id: 7, userId: 1, subject: 'A question' }, body, [], new Date()).description.en;

it.each([
  ['Hello Ben,\n\nWe approve withdrawals on bank working days.', 'We approve withdrawals on bank working days.'],
  ['Hallo Ben,\r\n\r\nwir geben sie frei.\r\nDanke!', 'Wir geben sie frei. Danke!'],
  ['Yes, gladly.\nJust come by.', 'Yes, gladly. Just come by.'],
  ['Hello Ben, gladly.', 'Hello Ben, gladly.'],
  ['Hello Ben,', 'Hello Ben,'],
])('the notification of a reply begins after the greeting: %j', (body, shown) => {
  expect(told(body)).toBe(shown);
});

it('a long reply is cut off', () => {
  expect(told(`Hello Ben,\n\n${'word '.repeat(30)}`)).toMatch(/^Word word .{59}…$/);
});
