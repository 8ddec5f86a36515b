import { WebSocket } from 'ws';
import type { ServerConfig } from '../config';
import type { Caller } from '../metrics';
import { checkClockOf } from './clock';
import { type Finding, findingsOf, reasonOf } from './finding';

const { fine, risky, wrong } = findingsOf('proxy');

const TIMEOUT_MS = 5000;
/** An address that is for examples (RFC 5737). Nobody has it. */
const INVENTED = '192.0.2.1';

/** Calls the server as members do, by its public address, and compares what arrives. The server has to run. */
export async function checkProxy({ web, metricsToken, trustedProxies }: ServerConfig): Promise<Finding[]> {
  if (!web.production || !web.publicUrl) return [];
  const before = Date.now();
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(web.publicUrl + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  let alive: Response;
  try {
    alive = await ask('/healthz');
  } catch (error) {
    return [
      wrong(
        `${web.publicUrl} cannot be reached: ${reasonOf(error)}`,
        'Start the server and its proxy, and look at DNS and certificate.',
      ),
    ];
  }
  const text = await alive.text();
  if (alive.status !== 200 || text !== 'ok')
    return [
      wrong(
        `${web.publicUrl}/healthz answers ${alive.status}, and not as Almende does.`,
        'Let the proxy pass on every path.',
      ),
    ];
  const found = checkClockOf('proxy', 'the public address', alive, before);
  if (!web.upstreamUrl && !web.pusher) found.push(...(await checkSocket(web.publicUrl, web.endpointKey)));
  if (!metricsToken)
    return [
      ...found,
      risky(
        'Whether the proxy passes on addresses was not checked.',
        'Set METRICS_TOKEN, restart, and run doctor again.',
      ),
    ];
  const answer = await ask('/healthz/caller', { Authorization: `Bearer ${metricsToken}`, 'X-Forwarded-For': INVENTED });
  if (answer.status !== 200)
    return [...found, wrong(`${web.publicUrl} runs with another METRICS_TOKEN.`, 'Restart it with these settings.')];
  found.push(...judge((await answer.json()) as Caller, new URL(web.publicUrl).host, trustedProxies));
  return found.length > 0 ? found : [fine(`${web.publicUrl} passes on addresses, names and sockets.`)];
}

/** Opens a socket as a page does. Returns nothing if that works. */
function checkSocket(publicUrl: string, key: string): Promise<Finding[]> {
  const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/app/${key}?protocol=7`, {
    handshakeTimeout: TIMEOUT_MS,
    origin: publicUrl,
  });
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve([]);
    });
    socket.once('error', (error) =>
      resolve([
        risky(
          `The proxy does not pass on sockets (${reasonOf(error)}): pages show what is new only when they are loaded.`,
          'See `location /app/` in deploy/nginx.conf.',
        ),
      ]),
    );
  });
}

function judge({ address, host, forwarded }: Caller, expectedHost: string, trustedProxies: number): Finding[] {
  const found: Finding[] = [];
  if (address === INVENTED)
    found.push(
      wrong(
        'The proxy passes on an address that the caller invented, so no limit holds.',
        trustedProxies > forwarded - 1
          ? `Let the proxy set X-Forwarded-For itself, or set TRUST_PROXY=${Math.max(1, forwarded - 1)}.`
          : 'Let the proxy set X-Forwarded-For itself.',
      ),
    );
  else if (trustedProxies > 0 && forwarded < trustedProxies)
    found.push(
      wrong(
        `TRUST_PROXY is ${trustedProxies}, but ${forwarded} addresses arrive.`,
        'Let each proxy add the address that it sees to X-Forwarded-For.',
      ),
    );
  if (host !== expectedHost)
    found.push(risky(`The proxy changes the host to ${host}.`, 'proxy_set_header Host $host;'));
  return found;
}
