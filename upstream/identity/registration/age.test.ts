import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageAt } from './age';

describe('age', () => {
  it('changes on the birthday, also for those born on 29 February', () => {
    expect(ageAt('2008-11-20', new Date('2026-11-20T00:00:00Z'))).toBe(18);
    expect(ageAt('2008-11-21', new Date('2026-11-20T23:59:59Z'))).toBe(17);
    expect(ageAt('2008-02-29', new Date('2026-02-28T23:59:59Z'))).toBe(17);
    expect(ageAt('2008-02-29', new Date('2026-03-01T00:00:00Z'))).toBe(18);
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1920-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 90 }),
        (born, years) => {
          const birthdate = born.toISOString().slice(0, 10);
          const birthday = new Date(Date.UTC(born.getUTCFullYear() + years, born.getUTCMonth(), born.getUTCDate()));
          expect(ageAt(birthdate, birthday)).toBe(years);
          expect(ageAt(birthdate, new Date(birthday.getTime() - 1))).toBe(years - 1);
        },
      ),
      { examples: [[new Date('2008-02-29'), 18]] },
    );
  });
});
