import { Fragment } from 'react';
import { paragraphsOf } from './linked-text';

/**
 * A text that somebody wrote. Lines are kept, and web addresses are links that pass nothing on.
 * @param target where links open, for a text in a frame
 */
export function PlainText({ text, target }: { text: string; target?: '_blank' }) {
  return paragraphsOf(text).map((lines, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that was sent never changes
    <p key={number}>
      {lines.map((parts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={line}>
          {line > 0 ? <br /> : null}
          {parts.map((part, place) =>
            typeof part === 'string' ? (
              part
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <a key={place} href={part.href} rel="nofollow noopener noreferrer ugc" target={target}>
                {part.href}
              </a>
            ),
          )}
        </Fragment>
      ))}
    </p>
  ));
}
