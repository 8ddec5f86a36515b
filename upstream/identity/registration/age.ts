/** Returns full years from a birthdate (`YYYY-MM-DD`) to the UTC day of `now`. Negative for a future date. */
export function ageAt(birthdate: string, now: Date): number {
  const years = now.getUTCFullYear() - Number(birthdate.slice(0, 4));
  const birthdayIsAhead = now.toISOString().slice(5, 10) < birthdate.slice(5, 10);
  return birthdayIsAhead ? years - 1 : years;
}
