import { useRevalidator } from '@remix-run/react';
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { STATE, tellArrival, useOnArrival } from '../../platform/browser/arrival';
import { useMemberData } from '../../platform/page/member-data';
import { useRootData } from '../../platform/page/root-data';
import { useLatest } from '../../ui/use-latest';
import { conversationPath } from '../chat-paths';
import type { ShownTalk } from '../conversation.server';
import { createLiveLog } from './live-log';
import { useTalkChannel } from './talk-channel';

/** The live part of a conversation. `box` is the log, once it is shown. */
export function useLiveTalk(talk: ShownTalk, around: string | null, box: RefObject<HTMLElement>) {
  const { id, canWrite, newest, unread, readTo } = talk;
  const { revalidate } = useRevalidator();
  const latest = useLatest({ revalidate, csrf: useRootData()?.csrf ?? '' });
  const own = useMemberData()?.userId ?? 0;
  const [live] = useState(() =>
    createLiveLog({
      ...{ id, own, around, before: { unread, readTo } },
      csrf: () => latest.current.csrf,
      isSeen: () => isEndSeen(box.current),
      // The list beside the conversation shows it.
      onOwn: () => void tellArrival(conversationPath(id) + STATE),
      onStale: () => latest.current.revalidate(),
    }),
  );
  const state = useSyncExternalStore(live.subscribe, live.state, live.state);
  const channel = useTalkChannel(canWrite ? id : null, live.channel);

  useEffect(() => live.start(), [live]);
  useEffect(() => {
    if (!canWrite) live.leaveChannel();
  }, [canWrite, live]);
  // The page was loaded again for another reason, and knows of a newer message.
  const isBehind = state.isOpen && newest !== null && newest > state.log.latest;
  useEffect(() => {
    if (isBehind) void live.fill();
  }, [isBehind, live]);
  useOnArrival(conversationPath(id), () => {
    live.hint();
    // The log tells screen readers of the message itself.
    return live.state().isOpen && !document.hidden;
  });
  useEffect(() => {
    const see = () => void live.see();
    for (const type of ['scroll', 'resize', 'focus']) window.addEventListener(type, see);
    document.addEventListener('visibilitychange', see);
    return () => {
      for (const type of ['scroll', 'resize', 'focus']) window.removeEventListener(type, see);
      document.removeEventListener('visibilitychange', see);
    };
  }, [live]);
  return { live, state, channel };
}

/** So much of the last message is enough to have seen it. */
const SEEN_PX = 32;

/** Whether the log is at its end, and the beginning of the last message stands in the window. */
function isEndSeen(log: HTMLElement | null): boolean {
  const end = log?.firstElementChild?.lastElementChild?.getBoundingClientRect();
  if (!log || !end || document.hidden) return false;
  const isAtEnd = end.bottom <= log.getBoundingClientRect().bottom + 4;
  return isAtEnd && end.bottom > 0 && end.top + SEEN_PX <= window.innerHeight;
}
