import Echo from 'laravel-echo';
// The build for workers also runs in pages. It loads no scripts, stores nothing in the browser, and is smaller.
import Pusher, { type ChannelAuthorizationCallback, type UserAuthenticationCallback } from 'pusher-js/worker';
import { serveChannels, tellGap } from '../platform/browser/channels';
import type { RealtimeSettings } from '../platform/browser/realtime-settings';
import { tellSocketId } from '../platform/browser/socket-id';
import { joinBy, verbatim } from './page-channels';
import { keepConnected } from './reconnect';

export interface RealtimeOptions {
  userId: number;
  settings: RealtimeSettings;
  onNotification(data: unknown): void;
  onMessage(data: unknown): void;
  /** Anything else that changes the list of conversations, or what the header counts of them. */
  onChatUpdated(data: unknown): void;
  /** A reply of support; with `onTicketUpdated` for any other change of a ticket. */
  onTicketReplied(data: unknown): void;
  onTicketUpdated(data: unknown): void;
  onClientUpdated(data: unknown): void;
  onNewsPublished(data: unknown): void;
  /** Called after each connect and when the tab becomes visible after a long time. Events may be missing. */
  onGap(): void;
}

/** A tab that was hidden this long may have been suspended. */
const SLEEP_MS = 60_000;
const ACTIVITY_TIMEOUT_MS = 60_000;
const PONG_TIMEOUT_MS = 6000;
/** The code with which services end the sockets of a user. */
const UNAUTHORIZED = 4009;

/** pusher-js sends with a delay. If the socket has closed meanwhile, that would be an error of the page. */
class Socket extends WebSocket {
  override send(data: string) {
    if (this.readyState === WebSocket.OPEN) super.send(data);
  }
}
Pusher.Runtime.getWebSocketAPI = () => Socket as never;

/**
 * Listens to the member's private channel and to the club's public one (interop, section 2), and to those that a page
 * asks for.
 * @returns a function that disconnects
 */
export function connectRealtime(options: RealtimeOptions): () => void {
  const { userId, settings, onGap } = options;
  const echo = new Echo({
    broadcaster: 'pusher',
    Pusher,
    key: settings.key,
    // pusher-js throws without a cluster. `wsHost` replaces it.
    cluster: 'eu',
    ...addressOf(settings),
    // 'ws' includes wss if `forceTLS` is set. With 'wss' pusher-js would also try wss on a page without TLS.
    enabledTransports: ['ws'],
    activityTimeout: ACTIVITY_TIMEOUT_MS,
    pongTimeout: PONG_TIMEOUT_MS,
    withoutInterceptors: true,
    channelAuthorization: { transport: 'ajax', endpoint: '', customHandler: authorize },
    userAuthentication: { transport: 'ajax', endpoint: '', headers: {}, customHandler: authenticate },
  });
  const { pusher } = echo.connector;
  const ended = new AbortController();
  // True while this code connects or disconnects. pusher-js makes all other changes itself.
  let isOurs = false;
  const ours = (change: () => void) => {
    isOurs = true;
    change();
    isOurs = false;
  };
  const link = { connect: () => ours(() => pusher.connect()), disconnect: () => ours(() => pusher.disconnect()) };
  const connection = keepConnected(link, chance, () => {
    tellSocketId(pusher.connection.socket_id);
    onGap();
  });
  const lost = (loss: Parameters<typeof connection.lost>[0]) => {
    tellSocketId(null);
    // pusher-js fires the event before it plans its own retry. `lost` has to run later, because it cancels that retry.
    queueMicrotask(() => connection.lost(loss));
  };
  // The embedded endpoint ends sockets by their channels. An external service can only end those that have signed in.
  if (settings.host) pusher.signin();
  pusher.connection.bind('connected', connection.opened);
  pusher.connection.bind('connecting_in', () => lost('closed'));
  pusher.connection.bind('connecting', () => isOurs || lost('closed'));
  pusher.connection.bind('disconnected', () => isOurs || lost(isEnded ? 'closed' : 'refused'));
  // The service ends all sockets of a member when one of their sessions ends. The others come back at once.
  let isEnded = false;
  pusher.connection.bind('error', ({ error }: { error?: { data?: { code?: number } } }) => {
    isEnded = error?.data?.code === UNAUTHORIZED && pusher.user.user_data !== null;
  });

  function authorize(
    { socketId, channelName }: { socketId: string; channelName: string },
    done: ChannelAuthorizationCallback,
  ) {
    const asked = { socket_id: socketId, channel_name: channelName, ...(channelName !== own && { is_tried: '1' }) };
    fetchPermission('/broadcasting/auth', asked, ended.signal).then(
      ({ status, permission }) => {
        // The answer belongs to an earlier connection.
        if (socketId !== pusher.connection.socket_id) return;
        // The session is over, so the connection ends. The next page for members begins a new one.
        if (status === 401 || status === 403) return stop();
        done(permission ? null : new Error(`/broadcasting/auth answers ${status}`), permission);
        // Who may not enter the channel of a page, as after a block, still hears their own.
        if (status >= 500 || status === 429) lost('failing');
      },
      (error: Error) => {
        if (ended.signal.aborted) return;
        done(error, null);
        lost('failing');
      },
    );
  }

  function authenticate({ socketId }: { socketId: string }, done: UserAuthenticationCallback) {
    fetchPermission('/broadcasting/user-auth', { socket_id: socketId }, ended.signal).then(
      ({ permission }) => socketId === pusher.connection.socket_id && permission && done(null, permission),
      // Without it, the socket hears what it would hear anyway.
      () => {},
    );
  }

  const ownChannel = settings.userChannel.replace(/^private-/, '').replace('{id}', String(userId));
  const own = `private-${ownChannel}`;
  echo
    .private(ownChannel)
    .listen(verbatim(settings.notificationEvent), options.onNotification)
    .listen(verbatim(settings.chatEvent), options.onMessage)
    .listen(verbatim(settings.chatUpdatedEvent), options.onChatUpdated)
    .listen(verbatim(settings.ticketRepliedEvent), options.onTicketReplied)
    .listen(verbatim(settings.ticketUpdatedEvent), options.onTicketUpdated)
    .subscribed(connection.live)
    .error(() => lost('failing'));
  echo
    .channel(settings.clientChannel)
    .listen(verbatim(settings.clientEvent), options.onClientUpdated)
    .listen(verbatim(settings.newsEvent), options.onNewsPublished);
  const stopServing = serveChannels(joinBy(echo, settings));
  const stopWatching = watchPage(connection.hurry, () => {
    onGap();
    tellGap();
  });
  connection.start();

  function stop() {
    ended.abort();
    stopWatching();
    stopServing();
    tellSocketId(null);
    connection.stop();
    // Pusher never removes an instance from this list.
    Pusher.instances = Pusher.instances.filter((instance) => instance !== pusher);
  }
  return stop;
}

function addressOf({ host, port, tls, path }: RealtimeSettings) {
  const { hostname, port: ownPort, protocol } = window.location;
  // A page over TLS may open only TLS connections.
  const forceTLS = tls === true || protocol === 'https:';
  const number = port ?? (Number(ownPort) || (forceTLS ? 443 : 80));
  return { wsHost: host ?? hostname, wsPort: number, wssPort: number, wsPath: path, forceTLS };
}

const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/**
 * Asks the web app for permission, because only its session cookie holds the bearer token for upstream. A member who may
 * not enter a channel that is only tried (`is_tried`) is answered 204.
 */
async function fetchPermission(path: string, asked: Record<string, string>, signal: AbortSignal) {
  const response = await fetch(path, {
    method: 'POST',
    // A background request does not prolong the session.
    headers: { Accept: 'application/json', 'X-Background': '1' },
    body: new URLSearchParams(asked),
    signal,
  });
  const permission = response.status === 200 ? await response.json() : null;
  return { status: response.status, permission };
}

function watchPage(hurry: () => void, onWake: () => void) {
  let hiddenAt = 0;
  const onVisibility = () => {
    if (document.hidden) {
      hiddenAt = Date.now();
      return;
    }
    if (Date.now() - hiddenAt >= SLEEP_MS) onWake();
    hurry();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', hurry);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', hurry);
  };
}
