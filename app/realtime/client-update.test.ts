import { expect, it } from 'vitest';
import { placeOn } from './client-update';

it.each([
  ['/growing/sale', 'flag'],
  ['/growing/sale/SL-0', 'flag'],
  ['/growing', 'dialog'],
  ['/growing/sales', 'dialog'],
  ['/dashboard', 'dialog'],
])('on %s an update is told by a %s', (path, shownAs) => {
  expect(placeOn(path)).toBe(shownAs);
});
