import type Echo from 'laravel-echo';
import type { PresenceChannel } from 'pusher-js';
import type { Join, Listener } from '../platform/browser/channels';
import type { RealtimeSettings } from '../platform/browser/realtime-settings';

/** Echo adds its namespace to names without a leading dot. */
export const verbatim = (event: string) => `.${event}`;

/** Returns how pages join channels over this connection. */
export function joinBy(echo: Echo<'pusher'>, settings: RealtimeSettings): Join {
  return (listener) => {
    const name = listener.channel(settings);
    const channel = listener.onPresent ? echo.join(name) : echo.channel(name);
    for (const [event, onEvent] of Object.entries(listener.events(settings)))
      channel.listen(verbatim(event), (data: unknown, sender?: { user_id?: string }) => onEvent(data, sender?.user_id));
    // Before the gap is told, because a page that fills it may look who is here.
    const stopWatching = watchPresent(echo, channel.subscription as PresenceChannel, listener);
    channel.subscribed(listener.onGap);
    return {
      leave() {
        stopWatching();
        // Two listeners may join a channel before its permission comes. Both use the same subscription.
        channel.subscription.unbind();
        echo.leaveChannel(channel.name);
      },
      tell(event) {
        if (channel.subscription.subscribed) channel.subscription.trigger(event, {});
      },
    };
  };
}

/** Tells who else is in a presence channel. While the connection is lost that is not known. */
function watchPresent(echo: Echo<'pusher'>, channel: PresenceChannel, { onPresent }: Listener): () => void {
  if (!onPresent) return () => undefined;
  const tell = () => {
    const others: { id: string; info: unknown }[] = [];
    channel.members.each((member: { id: string; info: unknown }) => {
      if (member.id !== channel.members.myID) others.push(member);
    });
    onPresent(others);
  };
  for (const event of ['subscription_succeeded', 'member_added', 'member_removed'])
    channel.bind(`pusher:${event}`, tell);
  const onState = ({ current }: { current: string }) => {
    if (current !== 'connected') onPresent([]);
  };
  const { connection } = echo.connector.pusher;
  connection.bind('state_change', onState);
  return () => {
    connection.unbind('state_change', onState);
    onPresent([]);
  };
}
