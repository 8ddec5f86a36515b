// Loaded into every server that a test starts. The server ends when its parent process ends, for whatever reason.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) process.once('disconnect', () => process.exit(1));
