/** Returns the path of a Chromium that starts on this machine, or undefined. */
export function findChromium(download?: string): string | undefined;
