import { z } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import { page as pageSchema } from '../contract/shapes';
import { paginate } from './paginator';

const path = 'http://localhost:3000/api/posts';
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const labels = (page: number, last: number) =>
  paginate(path, { data: [1], total: last * 15, page, perPage: 15 })
    .links.slice(1, -1)
    .map((link) => link.label);

describe('paginate', () => {
  it('is Laravel’s LengthAwarePaginator, key for key', () => {
    const result = paginate(`${path}?page=2`, { data: numbers(16, 30), total: 40, page: 2, perPage: 15 });
    expect(JSON.stringify(result)).toBe(
      JSON.stringify({
        current_page: 2,
        data: numbers(16, 30),
        first_page_url: `${path}?page=1`,
        from: 16,
        last_page: 3,
        last_page_url: `${path}?page=3`,
        links: [
          { url: `${path}?page=1`, label: '&laquo; Previous', page: 1, active: false },
          { url: `${path}?page=1`, label: '1', page: 1, active: false },
          { url: `${path}?page=2`, label: '2', page: 2, active: true },
          { url: `${path}?page=3`, label: '3', page: 3, active: false },
          { url: `${path}?page=3`, label: 'Next &raquo;', page: 3, active: false },
        ],
        next_page_url: `${path}?page=3`,
        path,
        per_page: 15,
        prev_page_url: `${path}?page=1`,
        to: 30,
        total: 40,
      }),
    );
  });

  it('has null bounds when empty, and one page', () => {
    const result = paginate(path, { data: [], total: 0, page: 1, perPage: 15 });
    expect(result).toMatchObject({ from: null, to: null, last_page: 1, next_page_url: null, prev_page_url: null });
    expect(result.links.map((link) => link.url)).toEqual([null, `${path}?page=1`, null]);
  });

  it('has null bounds behind the last page', () => {
    const result = paginate(path, { data: [], total: 40, page: 9, perPage: 15 });
    expect(result).toMatchObject({ current_page: 9, from: null, to: null, next_page_url: null });
  });

  it('keeps the other query parameters', () => {
    const result = paginate(`${path}?status=open&page=1&per_page=5`, { data: [1], total: 9, page: 1, perPage: 5 });
    expect(result.next_page_url).toBe(`${path}?status=open&per_page=5&page=2`);
    expect(result.path).toBe(path);
  });

  it('links the pages that Laravel’s window shows', () => {
    expect(labels(1, 13)).toEqual(numbers(1, 13).map(String));
    expect(labels(7, 14)).toEqual([...numbers(1, 10).map(String), '...', '13', '14']);
    expect(labels(8, 20)).toEqual(['1', '2', '...', ...numbers(5, 11).map(String), '...', '19', '20']);
    expect(labels(14, 20)).toEqual(['1', '2', '...', ...numbers(11, 20).map(String)]);
  });

  it('fits the contract', () => {
    const result = paginate(path, { data: [1], total: 300, page: 9, perPage: 15 });
    expect(pageSchema(z.int()).parse(result)).toEqual(result);
  });
});
