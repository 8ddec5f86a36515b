import { describe, expect, it } from 'vitest';
import { type Control, isUnsent, placeFor, settle, unsentEntries, unsettle } from './draft-entries';

const text = (control: Partial<Control> = {}): Control => ({
  name: 'subject',
  type: 'text',
  value: '',
  defaultValue: '',
  ...control,
});
const box = (control: Partial<Control>): Control => ({
  name: 'topic',
  type: 'checkbox',
  value: 'a',
  defaultValue: 'a',
  checked: false,
  defaultChecked: false,
  ...control,
});
const select = (value: string, served: string, values = ['', 'DE', 'AT']): Control => ({
  name: 'country',
  type: 'select-one',
  value,
  options: values.map((one) => ({ value: one, defaultSelected: one === served })),
});

describe('a draft', () => {
  it('keeps what was changed, and what had stood there', () => {
    const entries = unsentEntries([text({ value: 'Frost damage', defaultValue: 'Frost' })]);
    expect(entries).toEqual([{ name: 'subject', which: '0', state: 'Frost damage', served: 'Frost' }]);
  });

  it('leaves out what the page came with', () => {
    const controls = [text({ value: 'Uelzen', defaultValue: 'Uelzen' }), select('DE', 'DE'), select('', '')];
    expect(unsentEntries(controls)).toEqual([]);
  });

  it('keeps a field that was emptied', () => {
    expect(unsentEntries([text({ defaultValue: 'Uelzen' })])).toMatchObject([{ state: '', served: 'Uelzen' }]);
  });

  it('keeps a box that was ticked and one that was taken back', () => {
    const entries = unsentEntries([
      box({ checked: true }),
      box({ value: 'b', defaultChecked: true }),
      box({ value: 'c', checked: true, defaultChecked: true }),
    ]);
    expect(entries.map(({ which, state }) => [which, state])).toEqual([
      ['a', 'true'],
      ['b', 'false'],
    ]);
  });

  it('tells fields of one name apart', () => {
    const entries = unsentEntries([text(), text({ value: 'second' })]);
    expect(entries).toMatchObject([{ which: '1', state: 'second' }]);
    const fields = [text(), text()];
    expect(placeFor(entries[0] as never, fields)).toBe(fields[1]);
  });

  it.each([
    { name: 'password', type: 'password' },
    { name: 'new_password', type: 'text' },
    { name: 'secret', type: 'text', autocomplete: 'current-password' },
    { name: 'csrf', type: 'hidden' },
    { name: 'attachment', type: 'file' },
    { name: 'code', type: 'text', autocomplete: 'one-time-code' },
    { name: 'verification_code', type: 'text' },
    { name: 'website', type: 'text' },
    { name: '', type: 'text' },
  ])('never keeps %o', (control) => {
    expect(unsentEntries([text({ value: 'secret', ...control })])).toEqual([]);
  });

  it.each([
    ['postcode', '29525'],
    ['amount', '1,599.34'],
    ['iban', 'DE02120300000000202051'],
  ])('keeps a %s', (name, value) => {
    expect(unsentEntries([text({ name, value })])).toHaveLength(1);
  });
});

describe('a draft goes', () => {
  const entry = { name: 'subject', which: '0', state: 'Frost', served: '' };

  it('into the field as it was served', () => {
    const field = text();
    expect(placeFor(entry, [field])).toBe(field);
  });

  it('not over what was typed meanwhile', () => {
    expect(placeFor(entry, [text({ value: 'Hail' })])).toBeUndefined();
  });

  it('where the browser itself had brought it back', () => {
    const field = text({ value: 'Frost' });
    expect(placeFor(entry, [field])).toBe(field);
  });

  it('not over what the server fills in anew', () => {
    expect(placeFor(entry, [text({ value: 'Hail', defaultValue: 'Hail' })])).toBeUndefined();
  });

  it('not into a field that is gone or cannot be changed', () => {
    expect(placeFor(entry, [text({ name: 'other' })])).toBeUndefined();
    expect(placeFor(entry, [text({ disabled: true })])).toBeUndefined();
  });

  it('not into a select that has no such choice', () => {
    const chosen = { name: 'country', which: '0', state: 'FR', served: '' };
    expect(placeFor(chosen, [select('', '')])).toBeUndefined();
    expect(placeFor({ ...chosen, state: 'AT' }, [select('', '')])).toBeDefined();
  });
});

describe('what is unsent', () => {
  it('is nothing after it was accepted, until it changes again', () => {
    const field = text({ value: 'Frost' });
    expect(isUnsent(field)).toBe(true);
    settle([field]);
    expect(isUnsent(field)).toBe(false);
    field.value = 'Frost again';
    expect(isUnsent(field)).toBe(true);
    expect(unsentEntries([field])).toMatchObject([{ served: null }]);
  });

  it('stays so while a refused form is filled in with it', () => {
    const field = text({ value: 'Frost' });
    expect(isUnsent(field)).toBe(true);
    field.defaultValue = 'Frost';
    expect(isUnsent(field)).toBe(true);
  });

  it('is all of a form that came back refused', () => {
    const fields = [text({ value: 'Frost', defaultValue: 'Frost' }), text(), box({})];
    unsettle(fields);
    expect(fields.map(isUnsent)).toEqual([true, false, false]);
  });

  it('may be a password or a file, but no button', () => {
    expect(isUnsent(text({ name: 'password', type: 'password', value: 'x' }))).toBe(true);
    expect(isUnsent(text({ type: 'file', value: 'C:\\fakepath\\x.png' }))).toBe(true);
    expect(isUnsent(text({ type: 'submit', value: 'Send' }))).toBe(false);
    expect(isUnsent(text({ type: 'hidden', value: 'x' }))).toBe(false);
    expect(isUnsent(box({ name: '', checked: true }))).toBe(false);
  });
});
