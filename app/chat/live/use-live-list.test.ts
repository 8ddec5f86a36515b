import { expect, it } from 'vitest';
import type { ListedConversation } from '../conversations.server';
import { arrivedIn } from './use-live-list';

const listed = (id: string, unread: number) => ({ id, title: `Name ${id}`, unread }) as ListedConversation;

it('names the conversations with more unread messages than before', () => {
  const before = [listed('a', 1), listed('b', 0), listed('c', 2)];
  const now = [listed('d', 1), listed('b', 1), listed('a', 1), listed('c', 0), listed('e', 0)];
  expect(arrivedIn(now, before)).toEqual(['Name d', 'Name b']);
});
