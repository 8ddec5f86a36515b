import type { CheckInOutcome } from '../../../upstream/contract/appointments-door';
import { isGenuine, readPass } from './read-pass';
import type { QueuedScan } from './scan-queue';

/** What a device finds out by itself. `stored`: it can check nothing, and asks when the network is back. */
export interface OfflineResult {
  outcome: Exclude<CheckInOutcome, 'canceled' | 'undone'> | 'stored';
  code: string;
  places: number | null;
  at: string;
  isOffline: true;
}

interface Known {
  label: string;
  keys: readonly string[];
  /** Codes that came in before, here or elsewhere, as far as this device knows. */
  present: ReadonlySet<string>;
  queue: readonly QueuedScan[];
}

const bare = (code: string) => code.toUpperCase().replace(/[\s-]/g, '');

/** Returns the code in a scanned or typed text, as it is counted. */
const codeIn = (scanned: string): string => readPass(scanned)?.code ?? bare(scanned);

/** Judges a scan without a network: by its signature, and by the scans before it. */
export async function checkOffline(scanned: string, at: string, known: Known): Promise<OfflineResult> {
  const pass = readPass(scanned);
  const code = codeIn(scanned);
  const result = (outcome: OfflineResult['outcome'], places: number | null = null): OfflineResult => ({
    ...{ outcome, code, places, at, isOffline: true },
  });
  if (known.present.has(code) || known.queue.some(({ text }) => codeIn(text) === code)) return result('duplicate');
  // A typed code has no signature.
  if (!pass) return result('stored');
  const genuine = await isGenuine(pass, known.keys);
  if (genuine === 'cannot') return result('stored');
  if (!genuine) return result('unknown');
  return pass.label === known.label ? result('admitted', pass.places) : result('other');
}
