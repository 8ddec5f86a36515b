import { useActionData, useLocation } from '@remix-run/react';
import { useContext, useEffect, useRef } from 'react';
import { PageStateContext } from '../page/page-state';

/**
 * Returns the action's answer like `useActionData`, and keeps it after a jump within the page. After a link of the
 * error summary, or the skip link, the router drops the answer, and with it the errors, the step and the carried form.
 * Tells it to the root, because it can be another step with another title.
 */
export function useAnswer<T>() {
  const answer = useActionData<T>();
  const { hash } = useLocation();
  const kept = useRef({ answer, hash });
  const isJump = answer === undefined && hash !== kept.current.hash;
  kept.current = { answer: isJump ? kept.current.answer : answer, hash };
  const shown = kept.current.answer;
  const { tellAnswer } = useContext(PageStateContext);
  useEffect(() => {
    tellAnswer(shown);
    return () => tellAnswer(undefined);
  }, [tellAnswer, shown]);
  return shown;
}
