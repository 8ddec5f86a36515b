import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { useLatest } from '../../ui/use-latest';

const ARRIVAL = 'almende:arrival';
/** Ends the path of a ticket where something else changed than its conversation. */
export const TICKET_STATE = '/state';

/** Tells that a notification with this path has arrived; see `useArrival`. */
export const tellArrival = (path: string) => void window.dispatchEvent(new CustomEvent(ARRIVAL, { detail: path }));

/** Reloads the page's data when a notification arrives for this path or a path below it. */
export function useArrival(path: string) {
  const { revalidate } = useRevalidator();
  useOnArrival(path, () => revalidate());
}

/** Calls back when a notification arrives for this path or a path below it. */
export function useOnArrival(path: string, onArrival: (arrived: string) => void) {
  const latest = useLatest(onArrival);
  useEffect(() => {
    const listen = ({ detail }: CustomEventInit<string>) => {
      if (`${detail}/`.startsWith(`${path}/`)) latest.current(detail ?? '');
    };
    window.addEventListener(ARRIVAL, listen as EventListener);
    return () => window.removeEventListener(ARRIVAL, listen as EventListener);
  }, [path, latest]);
}
