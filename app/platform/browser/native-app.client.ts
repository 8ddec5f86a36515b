/** The object `window.almendeApp`, which the native shell adds to its pages. docs/native-app.md lists its messages. */
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

/** Whether the page is in the native shell. The user agent, the bridge, or both tell it. */
export const isNativeApp = (): boolean => /\bAlmendeApp\//.test(navigator.userAgent) || window.almendeApp !== undefined;

/** Whether push tokens are those of FCM, which only Android uses (specification, section 7). */
export const isAndroidApp = (): boolean => isNativeApp() && /\bAndroid\b/.test(navigator.userAgent);

/**
 * Tells the shell that somebody is signed in. The shell answers with its push token, and later with each new token.
 * @returns a function that stops listening
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

/** Returns the token of a `push-token` message; null for any other message, because a newer shell may send more. */
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
