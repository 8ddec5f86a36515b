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
