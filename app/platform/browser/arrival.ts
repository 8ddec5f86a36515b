import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

const ARRIVAL = 'almende:arrival';

/** Tells that a notification with this path has arrived; see `useArrival`. */
export const tellArrival = (path: string) => void window.dispatchEvent(new CustomEvent(ARRIVAL, { detail: path }));

/** Reloads the page's data when a notification arrives for this path or a path below it. */
export function useArrival(path: string) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const listen = ({ detail }: CustomEventInit<string>) => {
      if (`${detail}/`.startsWith(`${path}/`)) revalidate();
    };
    window.addEventListener(ARRIVAL, listen as EventListener);
    return () => window.removeEventListener(ARRIVAL, listen as EventListener);
  }, [path, revalidate]);
}
