import { useCallback, useEffect, useRef, useState } from 'react';
import type { AddressChoices } from './address-choices.server';

/**
 * Returns the choices of the address form. The page comes with few, to stay light. Script loads the rest, and the
 * choices of another country once it is selected. Until then, and if loading fails, a button does it.
 */
export function useChoices(served: AddressChoices) {
  const [fetched, setFetched] = useState<{ after: AddressChoices; choices: AddressChoices } | null>(null);
  const latest = useRef(0);
  const { choices } = fetched?.after === served ? fetched : { choices: served };

  const choose = useCallback(
    async (country: string) => {
      latest.current++;
      const own = latest.current;
      const loaded = await fetchChoices(country);
      // Only the country that was selected last counts.
      if (own === latest.current) setFetched(loaded && { after: served, choices: loaded });
    },
    [served],
  );

  useEffect(() => void choose(served.country), [choose, served]);

  return { choices, isLive: fetched?.after === served, choose };
}

async function fetchChoices(country: string): Promise<AddressChoices | null> {
  try {
    const response = await fetch(`/settings/address/choices?country=${country}`, { headers: { 'x-background': '1' } });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
