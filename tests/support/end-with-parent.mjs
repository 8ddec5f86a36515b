// Loaded into every server that a test starts: it ends when the process that started it is gone, however that ended.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) process.once('disconnect', () => process.exit(1));
