import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { page } from '../../upstream/contract/shapes';
import { paginate } from '../../upstream/http/paginator';
import { flattenPage } from './paginator.server';

const path = 'https://api.example.org/api/user/notifications/unread';
const paginator = paginate(`${path}?page=2`, { data: [16, 17], total: 17, page: 2, perPage: 15 });

/** The same page as Laravel's API Resources write it. */
function asResource() {
  const { data, current_page, from, last_page, links, per_page, to, total } = paginator;
  return {
    data,
    links: {
      first: paginator.first_page_url,
      last: paginator.last_page_url,
      prev: paginator.prev_page_url,
      next: paginator.next_page_url,
    },
    meta: { current_page, from, last_page, links, path, per_page, to, total },
  };
}

describe('flattenPage', () => {
  it('makes the paginator’s form of an API Resource’s, as the contract has it', () => {
    const flat = flattenPage(asResource());
    expect(flat).toEqual(paginator);
    expect(page(z.int()).parse(flat)).toEqual(paginator);
  });

  it.each([
    ['the paginator itself', paginator],
    ['an object', { data: { id: 1 }, meta: {}, links: {} }],
    ['a plain list', { data: [1] }],
    ['a list with figures of another kind', { data: [1], meta: { count: 1 }, links: {} }],
    ['nothing', null],
  ])('leaves %s as it is', (_, body) => {
    expect(flattenPage(body)).toBe(body);
  });
});
