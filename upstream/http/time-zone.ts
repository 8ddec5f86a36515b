const supported = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** The IANA name as this server knows it, also by another of its names (`Asia/Kolkata`); null for none. */
export function readTimeZone(name: string): string | null {
  if (supported.has(name)) return name;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return supported.has(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}
