import { useSyncExternalStore } from 'react';
import { keepDrafts } from '../drafts/drafts';
import { insist } from '../platform/browser/connection.client';
import { isNativeApp } from '../platform/browser/native-app.client';
import { VERSION } from '../platform/page/version';

/** A newer version of the app, and how this page shows the notice. */
export interface ClientUpdate {
  /** Null if the event names no version. */
  version: string | null;
  shownAs: 'dialog' | 'flag';
}

let update: ClientUpdate | null = null;
/** The version that the member postponed with "Later ...". It is not offered again. */
let postponed: ClientUpdate['version'] | undefined;
const listeners = new Set<() => void>();

/**
 * Listens for `client.updated`, which the realtime island passes on as a window event
 * (specification, section 4).
 * @returns a function that stops listening
 */
export function watchClientUpdates(): () => void {
  const onUpdated = (event: Event) => {
    const version = versionIn((event as CustomEvent<unknown>).detail);
    if (isNativeApp() || version === VERSION || isPutOff(version) || version === update?.version) return;
    tell({ version, shownAs: placeOn(window.location.pathname) });
  };
  window.addEventListener('almende:client-updated', onUpdated);
  return () => window.removeEventListener('almende:client-updated', onUpdated);
}

/** False for events without a version, because each may mean another version. */
const isPutOff = (version: string | null) => version !== null && version === postponed;

function versionIn(detail: unknown): string | null {
  const { version } = (detail ?? {}) as { version?: unknown };
  return typeof version === 'string' ? version : null;
}

/** Returns `flag` on the sale of plants, so that no dialog interrupts it (specification, section 4, Growing:Sale). */
export const placeOn = (pathname: string): ClientUpdate['shownAs'] =>
  /^\/growing\/sale(\/|$)/.test(pathname) ? 'flag' : 'dialog';

export function useClientUpdate(): ClientUpdate | null {
  return useSyncExternalStore(
    subscribe,
    () => update,
    () => null,
  );
}

export function postponeUpdate() {
  postponed = update?.version;
  tell(null);
}

/** Reloads the page once the server answers. Until then the page stays and shows the lost connection. */
export async function applyUpdate() {
  tell(null);
  keepDrafts(Date.now());
  await insist(async () => {
    const { ok, status } = await fetch('/healthz', { cache: 'no-store' });
    // The new version is not up yet. `insist` handles a TypeError as a lost connection.
    if (!ok) throw new TypeError(`/healthz answers ${status}`);
  });
  window.location.reload();
}

function tell(next: ClientUpdate | null) {
  update = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
