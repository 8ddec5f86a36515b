const supported = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** Returns this server's IANA name of a time zone, also for an alias (`Asia/Kolkata`); null for an unknown name. */
export function readTimeZone(name: string): string | null {
  // Most calls name no time zone, and `Intl` takes long to reject one.
  if (name === '') return null;
  if (supported.has(name)) return name;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return supported.has(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}
