import { useActionData, useLocation } from '@remix-run/react';
import { useRef } from 'react';

/**
 * The action's answer, as `useActionData` gives it, and still after a jump within the page: with the line of an error
 * summary, or the skip link, the router forgets it, and with it would go the errors, the step, and what a form carries.
 */
export function useAnswer<T>() {
  const answer = useActionData<T>();
  const { hash } = useLocation();
  const kept = useRef({ answer, hash });
  const isJump = answer === undefined && hash !== kept.current.hash;
  kept.current = { answer: isJump ? kept.current.answer : answer, hash };
  return kept.current.answer;
}
