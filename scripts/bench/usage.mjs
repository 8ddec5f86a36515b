// Loaded into every measured server before its own code: answers what it has used so far, and ends it with the bench.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', (question) => {
    if (question !== 'usage') return;
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    process.send({ usage: { cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss(), peak: maxRSS * 1024 } });
  });
  process.on('disconnect', () => process.exit());
  // Listening must not keep a server alive that wants to end.
  process.channel.unref();
}
