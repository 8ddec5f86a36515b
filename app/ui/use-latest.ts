import { useEffect, useRef } from 'react';

/** Returns the value of the last render, for effects and listeners that a new value must not restart. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
