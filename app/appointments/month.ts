/** A month as the weeks of a calendar, which begin on Monday. Months are texts such as `2026-12`. */

const DAY = 86_400_000;

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Returns the month that is some months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const first = firstOf(month);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** Returns the first and the last day of the month. */
export const daysOf = (month: string): { from: string; to: string } => ({
  from: `${month}-01`,
  to: dayText(firstOf(monthAfter(month, 1)).getTime() - DAY),
});

/** Returns the weeks of the month, each with seven days. A day of another month is null. */
export function weeksOf(month: string): (string | null)[][] {
  const { from, to } = daysOf(month);
  const first = firstOf(month);
  const start = first.getTime() - ((first.getUTCDay() + 6) % 7) * DAY;
  const weeks: (string | null)[][] = [];
  for (let week = start; dayText(week) <= to; week += 7 * DAY) {
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => dayText(week + day * DAY));
    weeks.push(days.map((day) => (day < from || day > to ? null : day)));
  }
  return weeks;
}
