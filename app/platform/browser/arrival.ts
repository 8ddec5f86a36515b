import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { useLatest } from '../../ui/use-latest';

const ARRIVAL = 'almende:arrival';
/** Ends the path of a ticket or of a conversation where something else changed than its messages. */
export const STATE = '/state';

/**
 * Tells that a notification with this path has arrived; see `useOnArrival`. Returns true if the page shows and announces
 * it, so that nothing else has to.
 */
export const tellArrival = (path: string): boolean =>
  !window.dispatchEvent(new CustomEvent(ARRIVAL, { detail: path, cancelable: true }));

/** Reloads the page's data when a notification arrives for this path or a path below it. */
export function useArrival(path: string) {
  const { revalidate } = useRevalidator();
  useOnArrival(path, () => {
    revalidate();
    return false;
  });
}

/**
 * Calls back when a notification arrives for this path or a path below it.
 * @param onArrival returns true if the page announces it
 */
export function useOnArrival(path: string, onArrival: (arrived: string) => boolean) {
  const latest = useLatest(onArrival);
  useEffect(() => {
    const listen = (event: Event) => {
      const { detail } = event as CustomEvent<string>;
      if (`${detail.replace(/#.*/, '')}/`.startsWith(`${path}/`) && latest.current(detail)) event.preventDefault();
    };
    window.addEventListener(ARRIVAL, listen);
    return () => window.removeEventListener(ARRIVAL, listen);
  }, [path, latest]);
}
