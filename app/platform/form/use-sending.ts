import { useNavigation } from '@remix-run/react';
import { useRef } from 'react';

/**
 * Whether a form of the page is being sent. Its answer ends that, although the router then loads the rest of the page
 * again: a busy button would ignore a press on what the answer offers.
 */
export function useSending(answer: unknown): boolean {
  const isPosting = useNavigation().formMethod === 'POST';
  const before = useRef(answer);
  if (!isPosting) before.current = answer;
  return isPosting && answer === before.current;
}
