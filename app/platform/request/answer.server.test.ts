import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from './answer.server';

const schema = z.object({
  is_read: z.boolean(),
  count: z.int(),
  rate: z.number().nullable(),
  amount: z.string().regex(/^\d+\.\d{2}$/),
  flags: z.record(z.string(), z.boolean()),
  created_at: z.iso.datetime({ offset: true }).nullable(),
  rows: z.array(z.union([z.object({ kind: z.literal('a'), on: z.boolean() }), z.object({ kind: z.literal('b') })])),
});
const right = {
  ...{ is_read: true, count: 3, rate: 1.5, amount: '8.50', flags: {}, created_at: '2026-11-20T09:41:00Z' },
  rows: [{ kind: 'a' as const, on: false }],
};

describe('an answer', () => {
  it('is read as it is', () => {
    expect(readAnswer(schema, right)).toEqual({ ok: true, data: right });
  });

  it.each([
    ['1 and "0" as truth values', { is_read: 1, rows: [{ kind: 'a', on: '0' }] }],
    ['numbers in quotes', { count: '3', rate: '1.50' }],
    ['an empty list for an empty object', { flags: [] }],
    ['a time of a database as UTC', { created_at: '2026-11-20 09:41:00' }],
    ['all of it at once', { is_read: '1', count: '3', rows: [{ kind: 'a', on: 0 }], flags: [] }],
  ])('is read with %s', (_, written) => {
    const sent = { ...right, ...written };
    const before = structuredClone(sent);
    expect(readAnswer(schema, sent)).toEqual({ ok: true, data: right });
    expect(sent, 'the answer itself').toEqual(before);
  });

  it('is read with 1 and "2" for a fixed truth value and a fixed number', () => {
    const either = z.union([
      z.object({ token: z.string() }),
      z.object({ two_factor: z.literal(true), v: z.literal(2) }),
    ]);
    expect(readAnswer(either, { two_factor: 1, v: '2' })).toEqual({ ok: true, data: { two_factor: true, v: 2 } });
    expect(readAnswer(either, { two_factor: 0, v: '2' }).ok).toBe(false);
  });

  it('is read with a number in quotes where a name could be', () => {
    const either = z.object({ id: z.union([z.int().min(1), z.string().regex(/^[a-z]+$/)]) });
    expect(readAnswer(either, { id: '7' })).toEqual({ ok: true, data: { id: 7 } });
    expect(readAnswer(either, { id: 'office' })).toEqual({ ok: true, data: { id: 'office' } });
    expect(readAnswer(either, { id: '7a' }).ok).toBe(false);
  });

  it.each([
    [{ count: 'three' }, [{ field: 'count', expected: 'number', found: 'string' }]],
    [{ is_read: 2 }, [{ field: 'is_read', expected: 'boolean', found: 'number' }]],
    [{ flags: [true] }, [{ field: 'flags', expected: 'record', found: 'array' }]],
    [{ created_at: 'Friday' }, [{ field: 'created_at', expected: 'datetime', found: 'string' }]],
    [{ amount: '8.5' }, [{ field: 'amount', expected: 'regex', found: 'string' }]],
    [{ rate: undefined }, [{ field: 'rate', expected: 'number', found: 'nothing' }]],
  ])('that has %o is refused with what differs', (written, differences) => {
    expect(readAnswer(schema, { ...right, ...written })).toEqual({ ok: false, differences });
  });
});
