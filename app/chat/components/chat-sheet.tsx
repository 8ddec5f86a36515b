import chatSheet from '../../ui/css/chat.css?url';
import talkSheet from '../../ui/css/talk.css?url';
import { saidSheet } from '../../ui/shared-sheets';
import documentSheet from '../chat-document.css?url';

/** What a route of the chat names as the style sheet of its document. */
export { documentSheet };

/**
 * The rules of the chat, for a page that script has opened from another module. A page load has them in its one style
 * sheet, which stays in the head.
 */
export function ChatSheet() {
  const isPageLoad = typeof document === 'undefined' || document.head.querySelector(`link[href="${documentSheet}"]`);
  if (isPageLoad) return null;
  return (
    <>
      {[saidSheet, talkSheet, chatSheet].map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>
  );
}
