import { useActionData, useLocation } from '@remix-run/react';
import { useContext, useEffect, useRef } from 'react';
import { isTextKey } from '../../ui/field-errors';
import { PageStateContext } from '../page/page-state';
import { useRootData } from '../page/root-data';

/**
 * Returns the action's answer like `useActionData`, and keeps it after a jump within the page. After a link of the
 * error summary, or the skip link, the router drops the answer, and with it the errors, the step and the carried form.
 * Tells it to the root, because it can be another step with another title.
 *
 * The sentences of its errors go when the language changes, as they do without script: they are in the other one.
 */
export function useAnswer<T>(): ReturnType<typeof useActionData<T>> {
  const answer = useActionData<T>();
  const { hash, key } = useLocation();
  const language = useRootData()?.language;
  const kept = useRef({ answer, shown: answer, hash, key, language });
  const { current: before } = kept;
  const isJump = key === before.key || hash !== before.hash;
  const isSame = answer === undefined ? isJump : answer === before.answer;
  const same = language === before.language ? before.shown : withoutSentences(before.shown);
  const shown = isSame ? same : answer;
  kept.current = { answer, shown, hash, key, language };
  const { tellAnswer } = useContext(PageStateContext);
  useEffect(() => {
    tellAnswer(shown);
    return () => tellAnswer(undefined);
  }, [tellAnswer, shown]);
  return shown;
}

/** Returns the answer with those errors alone that are keys of texts. */
function withoutSentences<A>(answer: A): A {
  const { error } = (answer ?? {}) as { error?: Record<string, string[] | null> | null };
  if (!error || Object.values(error).every((messages) => messages?.every(isTextKey) ?? true)) return answer;
  const kept = Object.entries(error).flatMap(([name, messages]) => {
    const keys = messages?.filter(isTextKey) ?? [];
    return keys.length > 0 ? [[name, keys]] : [];
  });
  return { ...answer, error: Object.fromEntries(kept), ...(kept.length === 0 && { status: undefined }) };
}
