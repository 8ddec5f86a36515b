// Every measured server loads this before its own code. It answers what the server has used, and ends it with the
// bench.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', (question) => {
    if (question !== 'usage') return;
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    // Defined only with --expose-gc.
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    const cpuMs = (user + system) / 1000;
    process.send({ usage: { cpuMs, rss, held: heapUsed + external, peak: maxRSS * 1024 } });
  });
  process.on('disconnect', () => process.exit());
  // Listening must not keep a server alive that is about to end.
  process.channel.unref();
}
