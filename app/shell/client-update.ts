import { useSyncExternalStore } from 'react';
import { insist } from '../platform/connection.client';
import { keepDrafts } from '../platform/drafts';
import { isNativeApp } from '../platform/native-app.client';
import { VERSION } from '../platform/version';

/** A newer version of the app, and how this page tells of it. */
export interface ClientUpdate {
  /** null when the event names none. */
  version: string | null;
  shownAs: 'dialog' | 'flag';
}

let update: ClientUpdate | null = null;
/** Put off with "Later ...": the same version is not offered again. */
let postponed: ClientUpdate['version'] | undefined;
const listeners = new Set<() => void>();

/**
 * Listens for `client.updated`, which the realtime island hands on as an event of the window
 * (specification, section 4).
 * @returns stops listening
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

/** An upstream that names no version may mean another one each time. */
const isPutOff = (version: string | null) => version !== null && version === postponed;

function versionIn(detail: unknown): string | null {
  const { version } = (detail ?? {}) as { version?: unknown };
  return typeof version === 'string' ? version : null;
}

/** Who buys plants is not interrupted (specification, section 4, Growing:Sale). */
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

/** Loads the page anew, once the server is there to answer; until then it stays, and says so. */
export async function applyUpdate() {
  tell(null);
  keepDrafts(Date.now());
  await insist(async () => {
    const { ok, status } = await fetch('/healthz', { cache: 'no-store' });
    // As without a network: the new version is not up yet.
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
