import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openForm, sealForm } from './carry.server';

const NOW = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

function formOf(entries: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

describe('a carried form', () => {
  it('comes back field by field, in order and with repeats', () => {
    const texts = fc.array(fc.tuple(fc.constantFrom('city', 'message', 'terms'), fc.string({ unit: 'grapheme' })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(texts, (fields) => {
        const sealed = sealForm(formOf(fields), '/settings/address', 7, NOW);
        expect(openForm(sealed, 7, NOW + MINUTE)).toEqual({
          path: '/settings/address',
          userId: 7,
          fields: [...formOf(fields)],
        });
      }),
    );
  });

  it('never holds passwords, codes, files, or what belongs to one page', () => {
    const form = formOf([
      ['password', 'secret-word'],
      ['password_confirmation', 'secret-word'],
      ['one_time_password', '123456'],
      ['verification_code', '123456'],
      ['recovery_code', 'ABCD'],
      ['csrf', 'token'],
      ['city', 'Uelzen'],
    ]);
    form.append('photo', new File(['x'], 'x.png'));
    expect(openForm(sealForm(form, '/x', 1, NOW), 1, NOW)?.fields).toEqual([['city', 'Uelzen']]);
  });

  it('is nothing when there is nothing to carry', () => {
    expect(sealForm(formOf([['password', 'x']]), '/x', 1, NOW)).toBeNull();
  });

  it('opens for its member alone, and for 30 minutes', () => {
    const sealed = sealForm(formOf([['city', 'Uelzen']]), '/x', 1, NOW);
    expect(openForm(sealed, 2, NOW)).toBeNull();
    expect(openForm(sealed, null, NOW)).toBeNull();
    expect(openForm(sealed, 1, NOW + 30 * MINUTE - 1)).not.toBeNull();
    expect(openForm(sealed, 1, NOW + 30 * MINUTE)).toBeNull();
    expect(openForm('nonsense', 1, NOW)).toBeNull();
  });
});
