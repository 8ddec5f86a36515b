import { useActionData, useLocation } from '@remix-run/react';
import { useRef } from 'react';

/**
 * Returns the action's answer like `useActionData`, and keeps it after a jump within the page. After a link of the
 * error summary, or the skip link, the router drops the answer, and with it the errors, the step and the carried form.
 */
export function useAnswer<T>() {
  const answer = useActionData<T>();
  const { hash } = useLocation();
  const kept = useRef({ answer, hash });
  const isJump = answer === undefined && hash !== kept.current.hash;
  kept.current = { answer: isJump ? kept.current.answer : answer, hash };
  return kept.current.answer;
}
