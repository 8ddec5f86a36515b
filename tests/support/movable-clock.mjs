// Loaded into the server of a test club with `--import`: the clock of that process can be moved by a message from the
// process that started it. The product itself knows nothing of it. `performance.now` and timers go on as they are.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const RealDate = Date;
  // A server that is started anew has had the time from its first moment.
  let offset = Number(process.env.CLOCK_AHEAD_MS ?? 0);
  const now = () => RealDate.now() + offset;

  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });

  process.on('message', ({ id, advance }) => {
    if (typeof advance !== 'number') return;
    offset += advance * 1000;
    process.send({ id, answer: now() });
  });
}
