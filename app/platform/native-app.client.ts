/** What the native shell puts into its pages as `window.almendeApp`; its messages are in docs/native-app.md. */
interface Bridge {
  postMessage(message: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

declare global {
  interface Window {
    almendeApp?: Bridge;
  }
}

/** The page stands in the native shell, which says so by its user agent, its bridge, or both. */
export const isNativeApp = (): boolean => /\bAlmendeApp\//.test(navigator.userAgent) || window.almendeApp !== undefined;

/** Only there are push tokens those of FCM (specification, section 7). */
export const isAndroidApp = (): boolean => isNativeApp() && /\bAndroid\b/.test(navigator.userAgent);

/**
 * Tells the shell that somebody is signed in, which it answers with its push token, and hears of each token that comes.
 * @returns stops listening
 */
export function listenForPushTokens(onToken: (token: string) => void): () => void {
  const bridge = window.almendeApp;
  if (!bridge) return () => undefined;
  const listener = ({ data }: { data: unknown }) => {
    const token = tokenIn(data);
    if (token) onToken(token);
  };
  bridge.addEventListener('message', listener);
  bridge.postMessage(JSON.stringify({ type: 'signed-in' }));
  return () => bridge.removeEventListener('message', listener);
}

/** The token of a `push-token` message; null for any other message, since a newer shell may have more to say. */
function tokenIn(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    const { type, token } = (message ?? {}) as { type?: unknown; token?: unknown };
    return type === 'push-token' && typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
