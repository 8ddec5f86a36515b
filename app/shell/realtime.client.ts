import Echo from 'laravel-echo';
// The build for workers runs in pages as well: it loads no scripts, stores nothing in the browser, and is smaller.
import Pusher, { type ChannelAuthorizationCallback } from 'pusher-js/worker';
import { tellSocketId } from '../platform/socket-id';
import type { RealtimeSettings } from './realtime-settings';
import { keepConnected } from './reconnect';

export interface RealtimeOptions {
  userId: number;
  settings: RealtimeSettings;
  onNotification(data: unknown): void;
  onMessage(data: unknown): void;
  onClientUpdated(data: unknown): void;
  /** Connected, again or for the first time; or the tab is looked at after a long while. What came meanwhile is unknown. */
  onGap(): void;
}

/** A tab that was hidden for longer may have slept. */
const SLEEP_MS = 60_000;
const ACTIVITY_TIMEOUT_MS = 60_000;
const PONG_TIMEOUT_MS = 6000;

/** pusher-js writes a moment after it was told to; to a socket that closed meanwhile that would be a fault of the page. */
class Socket extends WebSocket {
  override send(data: string) {
    if (this.readyState === WebSocket.OPEN) super.send(data);
  }
}
Pusher.Runtime.getWebSocketAPI = () => Socket as never;

/**
 * Listens to the member's private channel and to the club's public one (interop, section 2).
 * @returns disconnects
 */
export function connectRealtime(options: RealtimeOptions): () => void {
  const { userId, settings, onGap } = options;
  const echo = new Echo({
    broadcaster: 'pusher',
    Pusher,
    key: settings.key,
    // Without one pusher-js throws; the host says where.
    cluster: 'eu',
    ...addressOf(settings),
    // Means wss, too, where the scheme asks for it. With 'wss' pusher-js would try that on a plain page as well.
    enabledTransports: ['ws'],
    activityTimeout: ACTIVITY_TIMEOUT_MS,
    pongTimeout: PONG_TIMEOUT_MS,
    withoutInterceptors: true,
    channelAuthorization: { transport: 'ajax', endpoint: '', customHandler: authorize },
  });
  const { pusher } = echo.connector;
  // What is done here; pusher-js does the rest by itself.
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
    // pusher-js tells before it plans its own retry, which ends with this.
    queueMicrotask(() => connection.lost(loss));
  };
  pusher.connection.bind('connected', connection.opened);
  pusher.connection.bind('connecting_in', () => lost('closed'));
  pusher.connection.bind('connecting', () => isOurs || lost('closed'));
  pusher.connection.bind('disconnected', () => isOurs || lost('refused'));

  function authorize(
    { socketId, channelName }: { socketId: string; channelName: string },
    done: ChannelAuthorizationCallback,
  ) {
    fetchPermission(socketId, channelName).then(
      ({ status, permission }) => {
        // Of a connection that is gone.
        if (socketId !== pusher.connection.socket_id) return;
        // The session is over, and with it this connection: a page for members begins another.
        if (status === 401 || status === 403) return stop();
        done(permission ? null : new Error(`/broadcasting/auth answers ${status}`), permission);
      },
      (error: Error) => done(error, null),
    );
  }

  echo
    .private(settings.userChannel.replace(/^private-/, '').replace('{id}', String(userId)))
    .listen(verbatim(settings.notificationEvent), options.onNotification)
    .listen(verbatim(settings.chatEvent), options.onMessage)
    .subscribed(connection.live)
    .error(() => lost('failing'));
  echo.channel(settings.clientChannel).listen(verbatim(settings.clientEvent), options.onClientUpdated);
  const stopWatching = watchPage(connection.hurry, onGap);
  connection.start();

  function stop() {
    stopWatching();
    tellSocketId(null);
    connection.stop();
    // It remembers every one for good.
    Pusher.instances = Pusher.instances.filter((instance) => instance !== pusher);
  }
  return stop;
}

function addressOf({ host, port, tls, path }: RealtimeSettings) {
  const { hostname, port: ownPort, protocol } = window.location;
  // A page over TLS may open nothing else.
  const forceTLS = tls === true || protocol === 'https:';
  const number = port ?? (Number(ownPort) || (forceTLS ? 443 : 80));
  return { wsHost: host ?? hostname, wsPort: number, wssPort: number, wsPath: path, forceTLS };
}

/** Echo puts its namespace before names without a leading dot. */
const verbatim = (event: string) => `.${event}`;

const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** The bearer lives in the session's cookie, so the web app asks upstream for us. */
async function fetchPermission(socket_id: string, channel_name: string) {
  const response = await fetch('/broadcasting/auth', {
    method: 'POST',
    // Nothing that the member did: the session is not prolonged by it.
    headers: { Accept: 'application/json', 'X-Background': '1' },
    body: new URLSearchParams({ socket_id, channel_name }),
  });
  const permission = response.ok ? ((await response.json()) as { auth: string; channel_data?: string }) : null;
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
