import { useEffect, useMemo, useState } from 'react';
import type { Sale } from '../../upstream/contract/growing';
import { hearChannel } from '../platform/browser/channels';
import { useLatest } from '../ui/use-latest';
import { isNews, type LiveSale, readStock, type Stock, withStock } from './live-stock';

/** Events may come many times a second. A screen reader speaks at most once in this time. */
const SPEAK_EVERY_MS = 4000;

type Heard = Record<string, Stock>;
const NOTHING: Heard = {};

/**
 * Returns the sales of the loader with the stock as it is now, and what of them a screen reader says. Newer data of the
 * loader replace what was heard.
 */
export function useLiveStock(loaded: Sale[]): { sales: LiveSale[]; spoken: LiveSale[] } {
  const [live, setLive] = useState({ loaded, heard: NOTHING });
  const [spoken, setSpoken] = useState<LiveSale[]>([]);
  const heard = live.loaded === loaded ? live.heard : NOTHING;
  const sales = loaded.map((sale) => withStock(sale, heard[sale.sale_label]));
  const latest = useLatest({ loaded, sales });

  useEffect(() => {
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const hear = (stock: Stock) => {
      const { loaded, sales } = latest.current;
      const { sale_label: label } = stock;
      const shown = sales.find((sale) => sale.sale_label === label);
      if (!shown) return;
      setLive((before) => {
        const known = before.loaded === loaded ? before.heard : NOTHING;
        return { loaded, heard: { ...known, [label]: stock } };
      });
      if (!isNews(shown, stock)) return;
      waiting.add(label);
      timer ??= setTimeout(() => {
        timer = undefined;
        setSpoken(latest.current.sales.filter((sale) => waiting.has(sale.sale_label)));
        waiting.clear();
      }, SPEAK_EVERY_MS);
    };
    const newer = new Set<string>();
    const { leave } = hearChannel({
      channel: () => 'sales',
      events: () => ({
        'sale.updated': (data) => {
          const stock = readStock(data);
          if (!stock) return;
          newer.add(stock.sale_label);
          hear(stock);
        },
      }),
      async onGap() {
        newer.clear();
        const stocks = await fetchStocks();
        // What an event told meanwhile is newer than the answer.
        if (!isGone) for (const stock of stocks) if (!newer.has(stock.sale_label)) hear(stock);
      },
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      leave();
    };
  }, [latest]);

  return { sales, spoken };
}

/** The same for one sale. */
export function useLiveSale(loaded: Sale): [LiveSale, LiveSale[]] {
  const { sales, spoken } = useLiveStock(useMemo(() => [loaded], [loaded]));
  return [sales[0] ?? loaded, spoken];
}

/** Asks the server in the background. Without an answer the page stays as it is. */
async function fetchStocks(): Promise<Stock[]> {
  try {
    const response = await fetch('/growing/sale/stock', { headers: { 'x-background': '1' } });
    if (!response.ok) return [];
    return ((await response.json()) as unknown[]).flatMap((data) => readStock(data) ?? []);
  } catch {
    return [];
  }
}
