import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { page } from '../../../upstream/contract/shapes';
import { completePages, flattenPage, pageNumber } from './paginator.server';

const path = 'https://api.example.org/api/user/notifications/unread';
const paginator = {
  current_page: 2,
  data: [16, 17],
  first_page_url: `${path}?page=1`,
  from: 16,
  last_page: 2,
  last_page_url: `${path}?page=2`,
  links: [
    { url: `${path}?page=1`, label: '&laquo; Previous', page: 1, active: false },
    { url: `${path}?page=1`, label: '1', page: 1, active: false },
    { url: `${path}?page=2`, label: '2', page: 2, active: true },
    { url: null, label: 'Next &raquo;', page: null, active: false },
  ],
  next_page_url: null,
  path,
  per_page: 15,
  prev_page_url: `${path}?page=1`,
  to: 17,
  total: 17,
};

/** Returns the same page in the form of Laravel's API Resources. */
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

describe('completePages', () => {
  const { data, current_page, from, to, total } = paginator;
  const six = { data, current_page, from, to, total, next_page_url: null };
  const parse = (body: unknown) => page(z.int()).parse(completePages(body));

  it('completes the six fields of the specification', () => {
    expect(parse(six)).toMatchObject({ ...six, last_page: 2 });
    const first = { ...six, current_page: 1, next_page_url: `${path}?page=2` };
    expect(parse(first)).toMatchObject({ last_page: 9 });
    expect(parse({ ...first, per_page: 15 })).toMatchObject({ last_page: 2 });
  });

  it('completes a page of simplePaginate, which has no total', () => {
    const simple = { data, current_page, from, to, per_page: 2, path, first_page_url: path, prev_page_url: null };
    expect(parse({ ...simple, next_page_url: `${path}?page=3` })).toMatchObject({ last_page: 3, total: 17 });
    expect(parse({ ...simple, next_page_url: null })).toMatchObject({ last_page: 2, total: 17 });
    const none = { ...simple, data: [], from: null, to: null, next_page_url: null };
    expect(parse(none)).toMatchObject({ last_page: 1, total: 0 });
  });

  it('completes an empty page behind the last one, so that the way back ends', () => {
    const empty = { ...six, data: [], from: null, to: null };
    expect(parse({ ...empty, current_page: 9 })).toMatchObject({ last_page: 2 });
    expect(parse({ ...empty, current_page: 2 })).toMatchObject({ last_page: 1 });
    expect(parse({ ...empty, current_page: 1, total: 0 })).toMatchObject({ last_page: 1 });
  });

  it.each([0, -1, '0'])('takes %j for no last page, because a page behind it would lead to itself', (last_page) => {
    const none = { ...paginator, data: [], current_page: 1, from: null, to: null, total: 0, last_page };
    expect(parse(none)).toMatchObject({ last_page: 1, links: paginator.links });
    expect(parse({ ...paginator, last_page })).toMatchObject({ last_page: 2 });
    expect(parse({ ...six, current_page: 0, last_page })).toMatchObject({ last_page: 1 });
    expect(completePages({ firstline: { ...none } })).toMatchObject({ firstline: { last_page: 1 } });
  });

  it('completes a page in a field', () => {
    expect(completePages({ club: true, firstline: six })).toMatchObject({ club: true, firstline: { last_page: 2 } });
  });

  it.each([paginator, { id: 1 }, [1], null, 'text'])('leaves %o as it is', (body) => {
    expect(completePages(body)).toBe(body);
  });
});

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

describe('what a query says is a page', () => {
  it.each([
    [null, 1],
    ['3', 3],
    ['0', 1],
    ['-1', 1],
    ['1e3', 1],
    ['9999999', 1],
  ])('%j is page %i', (value, page) => {
    expect(pageNumber(value)).toBe(page);
  });
});
