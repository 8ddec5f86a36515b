/** The days on which banks move euros: the TARGET calendar of the European Central Bank. A day is `2026-11-25`. */

const dayMs = 24 * 60 * 60_000;
/** New Year, Labour Day, Christmas Day, 26 December. */
const fixedHolidays = ['01-01', '05-01', '12-25', '12-26'];

/** False on Saturdays, Sundays and the six holidays that close TARGET. */
export function isBankWorkingDay(day: string): boolean {
  const weekday = instantOf(day).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isBankHoliday(day);
}

/** True on the six holidays that close TARGET, whatever the day of the week. */
export function isBankHoliday(day: string): boolean {
  const easter = easterSunday(Number(day.slice(0, 4)));
  return fixedHolidays.includes(day.slice(5)) || day === daysAfter(easter, -2) || day === daysAfter(easter, 1);
}

/** Returns the bank working day `count` after a day. That day itself does not count. */
export function addBankWorkingDays(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; ) {
    found = daysAfter(found, 1);
    if (isBankWorkingDay(found)) left--;
  }
  return found;
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return new Date(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1)).toISOString().slice(0, 10);
}

const instantOf = (day: string) => new Date(`${day}T00:00:00Z`);
const daysAfter = (day: string, count: number) =>
  new Date(instantOf(day).getTime() + count * dayMs).toISOString().slice(0, 10);
