import { createContext } from 'react';

/**
 * Whether the page shows a form with this id. The header names a form that comes after it, so the server renders such a
 * page again without the name if the form is missing. Script takes over what the server rendered, and asks the document.
 */
export const HasFormContext = createContext((id: string): boolean => document.getElementById(id) !== null);

/** Renders a page, and again if a form that its header named is missing. */
export function renderWithForms(render: (hasForm: (id: string) => boolean) => string): string {
  const named = new Set<string>();
  const html = render((id) => {
    named.add(id);
    return true;
  });
  const missing = [...named].filter((id) => !isShown(html, id));
  return missing.length > 0 ? render((id) => !missing.includes(id)) : html;
}

const isShown = (html: string, id: string) =>
  [...html.matchAll(/<form[^>]* id="([^"]*)"/g)].some(([, shown]) => shown === id);
