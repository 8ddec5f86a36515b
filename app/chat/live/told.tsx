import type { ChatMessage } from '../../../upstream/contract/chat-messages';

/** Tells screen readers each message that arrives, once. */
export function Told({ messages }: { messages: ChatMessage[] }) {
  return (
    <div className="vh" aria-live="polite">
      {messages.map(({ id, user, message }) =>
        message === null ? null : <p key={id}>{`${user.name}: ${message}`}</p>,
      )}
    </div>
  );
}
