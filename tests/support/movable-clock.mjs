// Loaded into the server and the commands of a test club with `--import`. The parent process can move the clock of the
// server by a message. The product does not know of it. `performance.now` and timers do not change.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const RealDate = Date;
  // A restarted server and a command have the moved time from the start.
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
