import { createElement, Fragment } from 'react';
import { paragraphsOf } from './linked-text';

/**
 * A text that somebody wrote. Lines are kept, and web addresses are links that pass nothing on.
 * @param target where links open, for a text in a frame
 */
export function PlainText({ text, target }: { text: string; target?: '_blank' }) {
  const show = (part: string | { href: string }) =>
    typeof part === 'string'
      ? part
      : createElement('a', { href: part.href, rel: 'nofollow noopener noreferrer ugc', target }, part.href);
  // Children that are passed one by one need no keys.
  const paragraphs = paragraphsOf(text).map((lines) => {
    const shown = lines.map((parts, line) =>
      createElement(Fragment, null, line > 0 ? <br /> : null, ...parts.map(show)),
    );
    return createElement('p', null, ...shown);
  });
  return createElement(Fragment, null, ...paragraphs);
}
