/// <reference types="vite/client" />
import '@remix-run/node';

declare module '@remix-run/node' {
  /** Single fetch lets loaders return dates, maps and promises. */
  interface Future {
    v3_singleFetch: true;
  }
}
