import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

const ARRIVAL = 'almende:arrival';

/** Says that a notification came which leads to this path; see `useArrival`. */
export const tellArrival = (path: string) => void window.dispatchEvent(new CustomEvent(ARRIVAL, { detail: path }));

/** Loads the page's data again when a notification comes that leads to it, or to a page below: what it tells of is on the page then. */
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
