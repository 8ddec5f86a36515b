import { routerState } from '../remix/router.client';
import { type Exit, tellConnection, tellRefusal } from './connection';
import { socketId } from './socket-id';

/** Calls without an answer, each with the function that retries it. */
const held = new Map<{ exit: Exit | null }, () => void>();

/**
 * Tries until there is an answer. Without a network the page stays as it is, with the typed input, and a toast offers
 * to try again (docs/product/shell.md#error-catalogue).
 * @param call names the logout or lock that it belongs to
 * @throws what `attempt` throws for any other reason, and AbortError when `signal` ends the wait
 */
export async function insist<T>(
  attempt: () => Promise<T>,
  signal?: AbortSignal | null,
  call: { exit: Exit | null } = { exit: null },
): Promise<T> {
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        // `fetch` and `import` throw a TypeError without a network.
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
  const heldExit = [...held.keys()].find(({ exit }) => exit)?.exit ?? null;
  tellConnection({ retry: held.size > 0 ? tryAgain : null, heldExit });
}

function tryAgain() {
  for (const go of held.values()) go();
}

/** Wraps the router's requests: the page survives a lost network, and a dialog shows a refusal that no page shows. */
export function watchRequests() {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (url.origin !== window.location.origin || !isOfRouter(url)) return send(input, init);
    const { formAction, formData } = routerState().navigation;
    const call = { exit: exitBy(formAction, formData) };
    const response = await insist(async () => received(await send(input, withSocketId(init))), init?.signal, call);
    tellWhenRefused(response, init?.method ?? 'GET');
    return response;
  };
}

/** Returns how the member leaves by a form that is under way, or null for any other form and for none. */
export function exitBy(formAction?: string | null, formData?: FormData | null): Exit | null {
  if (formAction === '/logout') return 'logout';
  // The lock page sends its forms there, too.
  return formAction === '/lock' && formData?.get('intent') === 'lock' ? 'lock' : null;
}

/** Names this tab's realtime connection, so that this tab receives no event of the member's own action. */
export function withSocketId(init?: RequestInit): RequestInit | undefined {
  const id = socketId();
  if (!id || (init?.method ?? 'GET') === 'GET') return init;
  const headers = new Headers(init?.headers);
  headers.set('X-Socket-ID', id);
  return { ...init, headers };
}

/**
 * Returns the answer after its whole body has arrived. Otherwise Remix reports an incomplete body as an error, even if
 * a newer request has replaced this one.
 */
async function received(response: Response) {
  return new Response(response.body && (await response.arrayBuffer()), response);
}

/** Whether the router waits for this URL. Remix also prefetches `/__manifest`, and then nobody waits for it. */
function isOfRouter({ pathname }: URL) {
  if (pathname === '/__manifest') return routerState().navigation.state !== 'idle';
  return pathname.endsWith('.data');
}

function tellWhenRefused({ status, statusText, headers }: Response, method: string) {
  // A page that fails to load shows the problem itself.
  if (status !== 429 && (status < 500 || method === 'GET')) return;
  const retryAfter = Number(headers.get('Retry-After')) || null;
  tellRefusal({ status, statusText, retryAfter });
}
