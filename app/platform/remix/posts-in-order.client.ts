type Router = Pick<typeof window.__remixRouter, 'state' | 'subscribe'>;
type Options = Parameters<(typeof window.__remixRouter)['fetch']>[3];

export const isPost = (options: Options): boolean =>
  options !== undefined && 'formMethod' in options && /^post$/i.test(options.formMethod ?? '');

/**
 * Sends the POSTs of one form one after the other. The router sends the next one at once and forgets the one before;
 * the server may still do it, and do it last. While the router looks for the route, it even sends both.
 * @returns a function that sends a POST of the fetcher `key` when `ready` has ended and the POST before has its answer
 */
export function postsInOrder(router: Router) {
  const last = new Map<string, Promise<void>>();
  return (key: string, ready: Promise<unknown> | null, send: () => void): void => {
    const before = last.get(key);
    const sent = before || ready ? Promise.all([before, ready]).then(send) : send();
    const turn = Promise.resolve(sent).then(() => answered(router, key));
    last.set(key, turn);
    void turn.then(() => last.get(key) === turn && last.delete(key));
  };
}

function answered(router: Router, key: string): Promise<void> {
  const isOpen = ({ fetchers }: Router['state']) => fetchers.get(key)?.state === 'submitting';
  return new Promise((resolve) => {
    if (!isOpen(router.state)) return resolve();
    const stop = router.subscribe((state) => {
      if (isOpen(state)) return;
      stop();
      resolve();
    });
  });
}
