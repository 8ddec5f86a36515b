import { expect, it } from 'vitest';
import { contract } from '../../upstream/contract/contract';
import type { Member } from '../platform/request/gates.server';
import { listPage } from './transactions.server';

const { schema } = contract.transactions.listTransactions.responses[200].content['application/json'];

/** Returns the list that a member sees when upstream answers `answer`. */
const listed = (answer: object) =>
  listPage({
    api: { attempt: async () => ({ ok: true, status: 200, data: schema.parse(answer) }) },
    url: new URL('https://club.example/financial/transactions?direction=in'),
    language: 'en',
  } as unknown as Member);

const at = (query: string) => `https://api.example/api/wallet/transactions?${query}`;
const common = { data: [], path: at(''), per_page: 15 };

it.each([
  ['cursorPaginate', { next_cursor: 'b', prev_cursor: null, next_page_url: at('cursor=b'), prev_page_url: null }],
  [
    'simplePaginate with cursors in its addresses',
    {
      current_page: 1,
      from: 1,
      to: 15,
      first_page_url: at('page=1'),
      next_page_url: at('cursor=b'),
      prev_page_url: null,
    },
  ],
])('goes on as %s of an upstream says', async (_, answer) => {
  expect((await listed({ ...common, ...answer })).list?.steps).toEqual({ next: 'cursor=b', previous: null });
});

it('goes on by pages where an upstream numbers them', async () => {
  const pages = { current_page: 2, from: 16, to: 30, first_page_url: at('page=1') };
  const answer = { ...common, ...pages, next_page_url: at('direction=in&page=3'), prev_page_url: at('page=1') };
  expect((await listed(answer)).list?.steps).toEqual({ next: 'page=3', previous: 'page=1' });
});
