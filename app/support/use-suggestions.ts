import { useEffect, useState } from 'react';
import type { FoundAnswer } from './contact.server';
import { TOPIC } from './contact-path';

/** At most one request in this time. */
const PAUSE_MS = 400;
const SHORTEST = 3;

/**
 * Looks for answers while somebody types a subject. Script only; without it the first step of the form does. An answer
 * of the server replaces what was found before.
 * @returns the answers, null before the first search; and how many a screen reader says, once for a page and until an
 * answer of the server
 */
export function useSuggestions(
  formId: string,
  topic: string,
  answer: unknown,
): { found: FoundAnswer[] | null; spoken: number } {
  const [state, setState] = useState<{ after: unknown; found: FoundAnswer[] } | null>(null);
  const [spoken, setSpoken] = useState<{ after: unknown; count: number } | null>(null);

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!form) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = '';
    const look = async () => {
      timer = undefined;
      const words = wordsOf(form);
      if (words === asked || words.length < SHORTEST) return;
      asked = words;
      const found = await fetchAnswers(words, topic, gone.signal);
      if (!found || words !== asked || gone.signal.aborted) return;
      // What is shown stays until something better is found.
      if (found.length === 0) return;
      setState({ after: answer, found });
      setSpoken((before) => before ?? { after: answer, count: found.length });
    };
    const onInput = ({ target }: Event) => {
      if ((target as HTMLInputElement).name === 'subject') timer ??= setTimeout(look, PAUSE_MS);
    };
    form.addEventListener('input', onInput);
    return () => {
      gone.abort();
      clearTimeout(timer);
      form.removeEventListener('input', onInput);
    };
  }, [formId, topic, answer]);

  return {
    found: state && state.after === answer ? state.found : null,
    spoken: spoken && spoken.after === answer ? spoken.count : 0,
  };
}

const wordsOf = (form: HTMLElement): string =>
  form.querySelector<HTMLInputElement>('input[name="subject"]')?.value.trim() ?? '';

/** Asks the server in the background. Returns null without an answer; the page stays as it is. */
async function fetchAnswers(words: string, topic: string, signal: AbortSignal): Promise<FoundAnswer[] | null> {
  try {
    const path = `/support/contact/suggestions?${new URLSearchParams({ q: words, [TOPIC]: topic })}`;
    const response = await fetch(path, { headers: { 'x-background': '1' }, signal });
    return response.ok ? ((await response.json()) as FoundAnswer[]) : null;
  } catch {
    return null;
  }
}
