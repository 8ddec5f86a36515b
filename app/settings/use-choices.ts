import { useEffect, useRef, useState } from 'react';
import type { AddressChoices } from './address-choices.server';

/**
 * What there is to choose from. A page comes with little, to be light; script fetches the rest, and what belongs to
 * another country once it is chosen. Until then, and where it cannot be had, a button does it.
 */
export function useChoices(served: AddressChoices) {
  const [fetched, setFetched] = useState<{ after: AddressChoices; choices: AddressChoices } | null>(null);
  const latest = useRef(0);
  const { choices } = fetched?.after === served ? fetched : { choices: served };

  const choose = async (country: string) => {
    latest.current++;
    const own = latest.current;
    const loaded = await fetchChoices(country);
    // A country that was chosen meanwhile is the one that counts.
    if (own === latest.current) setFetched(loaded && { after: served, choices: loaded });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what the page came with
  useEffect(() => void choose(served.country), [served]);

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
