import { useEffect } from 'react';
import { isAndroidApp, listenForPushTokens } from '../platform/native-app.client';

/**
 * In the native app on Android: registers the phone's push token for this member, once, and again when the shell has
 * another one; null registers it for nobody. What fails is tried again with the next page that loads, or when the shell says it again.
 */
export function usePushToken(userId: number | null) {
  // Whoever signs in next registers the phone for themselves.
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

/** False where it was refused, or never arrived. A redirect leads to the login: that is a refusal. */
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
