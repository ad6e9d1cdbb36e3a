/** Loaded before a build: says at its end, on descriptor 3, what the process has used. */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    writeSync(3, JSON.stringify(process.resourceUsage()));
  });
}
