import { tellConnection, tellRefusal } from './connection';
import { socketId } from './socket-id';

/** Calls without an answer, and what tries each again. */
const held = new Map<object, () => void>();

/**
 * Tries until there is an answer. Where there is no network the page stays as it is, with what was typed, and a toast
 * offers to try again (product/shell.md, error catalogue).
 * @throws what `attempt` throws for any other reason, and AbortError when `signal` ends the wait
 */
export async function insist<T>(attempt: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  const call = {};
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        // What `fetch` and `import` throw without a network.
        if (!(error instanceof TypeError) || signal?.aborted) throw error;
      }
      await new Promise<void>((resolve, reject) => {
        held.set(call, resolve);
        signal?.addEventListener('abort', () => reject(new DOMException('No longer wanted', 'AbortError')));
        showHeld();
      });
    }
  } finally {
    if (held.delete(call)) showHeld();
  }
}

function showHeld() {
  tellConnection({ retry: held.size > 0 ? tryAgain : null });
}

function tryAgain() {
  for (const go of held.values()) go();
}

/** Watches the router's requests: a lost network keeps the page, and a refusal that no page shows is told in a dialog. */
export function watchRequests() {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (url.origin !== window.location.origin || !isOfRouter(url)) return send(input, init);
    const response = await insist(async () => received(await send(input, withSocketId(init))), init?.signal);
    tellWhenRefused(response, init?.method ?? 'GET');
    return response;
  };
}

/** Names this tab's realtime connection, so that the member's own action is not told to it again. */
export function withSocketId(init?: RequestInit): RequestInit | undefined {
  const id = socketId();
  if (!id || (init?.method ?? 'GET') === 'GET') return init;
  const headers = new Headers(init?.headers);
  headers.set('X-Socket-ID', id);
  return { ...init, headers };
}

/**
 * The answer with all of its body. Remix takes a body that breaks off for a fault, and reports it even where a newer
 * request took its place.
 */
async function received(response: Response) {
  return new Response(response.body && (await response.arrayBuffer()), response);
}

/** The list of addresses is also fetched ahead, and nobody waits for that. */
function isOfRouter({ pathname }: URL) {
  if (pathname === '/__manifest') return window.__remixRouter.state.navigation.state !== 'idle';
  return pathname.endsWith('.data');
}

function tellWhenRefused({ status, statusText, headers }: Response, method: string) {
  // A page that cannot be loaded is a page of trouble, and says the same.
  if (status !== 429 && (status < 500 || method === 'GET')) return;
  const retryAfter = Number(headers.get('Retry-After')) || null;
  tellRefusal({ status, statusText, retryAfter });
}
