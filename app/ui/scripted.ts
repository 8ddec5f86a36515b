import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the HTML and while it hydrates, true from then on: for what only script can do. */
export function useScripted(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
