/** Registers the push tokens of the native shell. It has its own file, because only the Android app loads it. */

/**
 * Registers the phone's push token for the member who is signed in, and each new token that the shell sends. After a
 * failure, the next page load or the shell's next message tries again.
 * @returns a function that stops it
 */
export function registerPushTokens(): () => void {
  let registered: string | null = null;
  return listenForPushTokens(async (token) => {
    if (token === registered) return;
    registered = token;
    if (!(await register(token)) && registered === token) registered = null;
  });
}

/**
 * Tells the shell that somebody is signed in. The shell answers with its push token, and later with each new token.
 * @returns a function that stops listening
 */
function listenForPushTokens(onToken: (token: string) => void): () => void {
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

/** Returns false if the server refused or was not reached. A redirect leads to the login, so it is a refusal. */
async function register(token: string): Promise<boolean> {
  try {
    const answer = await fetch('/fcm/register', {
      method: 'POST',
      body: new URLSearchParams({ token }),
      redirect: 'manual',
      headers: { 'X-Background': '1' },
    });
    return answer.ok;
  } catch {
    return false;
  }
}
