/** The path of a Chromium that starts here, or undefined. */
export function findChromium(): string | undefined;
