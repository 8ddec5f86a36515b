import { useLocation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckIn } from '../../../upstream/contract/appointments-door';
import { useRootData } from '../../platform/page/root-data';
import { useLatest } from '../../ui/use-latest';
import type { LoadedDoor } from './door.server';
import { checkOffline, type OfflineResult } from './offline-check';
import { type QueuedScan, readQueue, writeQueue } from './scan-queue';

export type DoorResult = CheckIn | OfflineResult;

/** The camera reads the same code many times a second. */
const SAME_AGAIN_MS = 4000;
const RETRY_MS = 15_000;

/**
 * Checks codes of script. Without a network it judges them by their signature, keeps them, and sends them when the
 * network is back. `late` are those that then turned out not to be valid.
 */
export function useDoor(door: LoadedDoor) {
  const { label } = door.appointment;
  const csrf = useRootData()?.csrf ?? '';
  const { revalidate } = useRevalidator();
  const [result, setResult] = useState<DoorResult | null>(null);
  const [queue, setQueue] = useState<QueuedScan[]>([]);
  const [late, setLate] = useState<CheckIn[]>([]);
  const [problem, setProblem] = useState<number | null>(null);
  const latest = useLatest({ door, queue });
  const before = useRef({ text: '', at: 0 });

  const keep = useCallback((next: QueuedScan[]) => setQueue(writeQueue(localStorage, label, next)), [label]);
  useEffect(() => setQueue(readQueue(localStorage, label)), [label]);
  const { key } = useLocation();
  // A form was sent or a link was followed, so the page shows what came of that.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it forgets whenever the page has another address
  useEffect(() => setResult(null), [key]);

  const check = useCallback(
    async (text: string) => {
      const now = Date.now();
      if (before.current.text === text && now - before.current.at < SAME_AGAIN_MS) return;
      before.current = { text, at: now };
      const answer = await send(label, csrf, { text });
      if (answer.kind === 'refused') return setProblem(answer.status);
      setProblem(null);
      if (answer.kind === 'checked') {
        setResult(answer.checkIn);
        return revalidate();
      }
      const at = new Date(now).toISOString();
      const { door: shown, queue: kept } = latest.current;
      const present = shown.attempts.filter(({ outcome }) => outcome === 'admitted' || outcome === 'duplicate');
      const known = {
        label,
        keys: shown.verifier_keys,
        present: new Set(present.map(({ code }) => code)),
        queue: kept,
      };
      setResult(await checkOffline(text, at, known));
      keep([...kept, { text, at }]);
    },
    [label, csrf, revalidate, latest, keep],
  );

  useEffect(() => {
    if (queue.length === 0) return;
    let isGone = false;
    const flush = async () => {
      const [first, ...rest] = latest.current.queue;
      if (!first || isGone) return;
      const answer = await send(label, csrf, first);
      if (isGone || answer.kind === 'offline') return;
      // The session has ended, or the club is down: the scans stay.
      if (answer.kind === 'refused' && answer.status !== 422) return setProblem(answer.status);
      setProblem(null);
      if (answer.kind === 'checked' && answer.checkIn.outcome !== 'admitted')
        setLate((others) => [answer.checkIn, ...others]);
      keep(rest);
      if (rest.length === 0) revalidate();
    };
    const timer = setInterval(flush, RETRY_MS);
    window.addEventListener('online', flush);
    if (navigator.onLine) flush();
    return () => {
      isGone = true;
      clearInterval(timer);
      window.removeEventListener('online', flush);
    };
  }, [queue, label, csrf, keep, revalidate, latest]);

  return { result, check, waiting: queue.length, late, problem };
}

type Sent = { kind: 'checked'; checkIn: CheckIn } | { kind: 'refused'; status: number } | { kind: 'offline' };

async function send(label: string, csrf: string, { text, at }: { text: string; at?: string }): Promise<Sent> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ csrf, appointment: label, code: text, ...(at && { scanned_at: at }) }))
    body.set(name, value);
  try {
    const response = await fetch('/check-in/scan', { method: 'POST', body });
    if (!response.ok) return { kind: 'refused', status: response.status };
    return { kind: 'checked', checkIn: (await response.json()) as CheckIn };
  } catch {
    return { kind: 'offline' };
  }
}
