/// <reference types="vite/client" />
import '@remix-run/node';

declare module '@remix-run/node' {
  /** Loaders answer with what single fetch can carry: dates, maps, promises. */
  interface Future {
    v3_singleFetch: true;
  }
}
