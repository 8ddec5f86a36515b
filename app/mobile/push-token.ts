import { useEffect } from 'react';
import { isAndroidApp, listenForPushTokens } from '../platform/browser/native-app.client';

/**
 * In the native app on Android: registers the phone's push token for this member once, and again when the shell has a
 * new token. Null registers nothing. After a failure, the next page load or the shell's next message tries again.
 */
export function usePushToken(userId: number | null) {
  // The next member who signs in registers the phone again.
  useEffect(() => {
    if (userId === null || !isAndroidApp()) return;
    let registered: string | null = null;
    return listenForPushTokens(async (token) => {
      if (token === registered) return;
      registered = token;
      if (!(await register(token)) && registered === token) registered = null;
    });
  }, [userId]);
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
