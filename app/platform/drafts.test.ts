import { describe, expect, it } from 'vitest';
import { type Control, changedEntries } from './drafts';

const text = (control: Partial<Control>): Control => ({
  name: 'subject',
  type: 'text',
  value: '',
  defaultValue: '',
  ...control,
});

describe('a draft', () => {
  it('keeps what was changed', () => {
    expect(changedEntries([text({ value: 'Frost damage' })])).toEqual([['subject', 'Frost damage', false]]);
  });

  it('leaves out what the page came with', () => {
    expect(changedEntries([text({ value: 'Uelzen', defaultValue: 'Uelzen' })])).toEqual([]);
  });

  it('keeps a box that was ticked and one that was taken back', () => {
    const box = { name: 'topic', type: 'checkbox', defaultValue: 'a', value: 'a' };
    const entries = changedEntries([
      { ...box, checked: true, defaultChecked: false },
      { ...box, value: 'b', checked: false, defaultChecked: true },
      { ...box, value: 'c', checked: true, defaultChecked: true },
    ]);
    expect(entries).toEqual([
      ['topic', 'a', true],
      ['topic', 'b', false],
    ]);
  });

  it.each([
    { name: 'password', type: 'password' },
    { name: 'new_password', type: 'text' },
    { name: 'csrf', type: 'hidden' },
    { name: 'attachment', type: 'file' },
    { name: 'code', type: 'text', autocomplete: 'one-time-code' },
    { name: 'verification_code', type: 'text' },
    { name: '', type: 'text' },
  ])('never keeps %o', (control) => {
    expect(changedEntries([text({ value: 'secret', ...control })])).toEqual([]);
  });

  it('keeps a postcode', () => {
    expect(changedEntries([text({ name: 'postcode', value: '29525' })])).toHaveLength(1);
  });
});
