import { useEffect } from 'react';
import { isAndroidApp } from '../platform/browser/native-app.client';

/** In the native app on Android: registers the phone's push tokens for this member. Null registers nothing. */
export function usePushToken(userId: number | null) {
  // The next member who signs in registers the phone again.
  useEffect(() => {
    if (userId === null || !isAndroidApp()) return;
    let isStopped = false;
    let stop: (() => void) | undefined;
    // Without a network the next page load tries again.
    void import('./push-token.client').then(
      ({ registerPushTokens }) => {
        if (!isStopped) stop = registerPushTokens();
      },
      () => undefined,
    );
    return () => {
      isStopped = true;
      stop?.();
    };
  }, [userId]);
}
