const YEAR_S = 365 * 24 * 3600;

/** Keeps a value of this browser for a year, in a cookie that the server reads, too. */
export function keepCookie(name: string, value: string) {
  const [prefix, secure] = window.location.protocol === 'https:' ? ['__Host-', '; secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in most engines
  document.cookie = `${prefix}${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
