import type { KeyboardEvent } from 'react';
import { expect, it } from 'vitest';
import { isSendKey } from './enter-switch';

const press = (keys: object, native: object = {}) =>
  ({
    ...{ key: 'Enter', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false },
    ...keys,
    nativeEvent: { isComposing: false, keyCode: 13, ...native },
  }) as KeyboardEvent;

it('is Enter, or Shift and Enter once the switch is off', () => {
  const keys = [press({}), press({ shiftKey: true })];
  expect(keys.map((key) => isSendKey(key, true))).toEqual([true, false]);
  expect(keys.map((key) => isSendKey(key, false))).toEqual([false, true]);
});

it.each([
  press({ key: 'a' }),
  press({ ctrlKey: true }),
  press({ altKey: true }),
  press({ metaKey: true }),
  press({}, { isComposing: true }),
  press({}, { keyCode: 229 }),
])('is no other key, and none that ends a composition (%#)', (key) => {
  expect([isSendKey(key, true), isSendKey(key, false)]).toEqual([false, false]);
});
