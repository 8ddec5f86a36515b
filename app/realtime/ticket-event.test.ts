import { describe, expect, it } from 'vitest';
import { readTicketEvent } from './ticket-event';

const event = { ticket_id: 7, number: 7, status: 'open', unread_count: 2, unread_ticket_id: 9 };

describe('an event about a ticket', () => {
  it('names the ticket, and the one that the icon leads to', () => {
    expect(readTicketEvent(event)).toEqual({ id: 7, unread: { id: 9, unread: 2 } });
  });

  it('says that nothing is unread', () => {
    expect(readTicketEvent({ ...event, unread_count: 0, unread_ticket_id: null })).toEqual({ id: 7, unread: null });
  });

  it.each([
    null,
    'text',
    {},
    { ...event, ticket_id: '7' },
    { ...event, unread_count: -1 },
    { ...event, ticket_id: 1.5 },
  ])('is not %j', (data) => {
    expect(readTicketEvent(data)).toBeNull();
  });
});
