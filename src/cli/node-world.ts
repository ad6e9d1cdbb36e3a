import { randomUUID } from 'node:crypto';
import { arch, cpus, platform } from 'node:os';
import type { ClientFacts } from '../harness/environment.ts';
import type { World } from '../harness/world.ts';

/** The world of a run in Node: its clock, its timers, its WebSocket. */
export function nodeWorld(): World {
  return {
    now: () => performance.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    freshObject: randomUUID,
    WebSocketClass: WebSocket,
    fetch: (...request) => fetch(...request),
  };
}

/** What a record says of this Node. */
export function nodeFacts(): ClientFacts {
  return {
    runtime: `Node ${process.versions.node}`,
    platform: `${platform()} ${arch()}`,
    cpuCount: cpus().length,
    now: () => performance.now(),
  };
}
