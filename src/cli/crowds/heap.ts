/** Heaps after garbage collection: of this process, and of the isolate of a bench by its inspector. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalBench } from '../shared/bench.ts';

/** Time between two readings, in ms: sockets close meanwhile, and what they held can be collected. */
const BETWEEN_MS = 100;
/** Time that V8 gets to plan a collection, in ms. */
const TASK_MS = 10;
/** Difference of two readings, in bytes, below which they are alike. */
const ALIKE_BYTES = 2048;
/** Readings after which the last one counts, settled or not. */
const MOST_READINGS = 40;

/** Reads a heap until three readings in a row are alike. */
async function settled(read: () => Promise<number>): Promise<number> {
  let [bytes, alike] = [await read(), 0];
  for (let readings = 1; readings < MOST_READINGS && alike < 2; readings += 1) {
    await sleep(BETWEEN_MS);
    const next = await read();
    alike = Math.abs(next - bytes) < ALIKE_BYTES ? alike + 1 : 0;
    bytes = next;
  }
  return bytes;
}

/** The heap of this process with the buffers that belong to it; Node needs `--expose-gc`. */
export const ownHeap = (): Promise<number> =>
  settled(async () => {
    if (gc === undefined) throw new Error('gc: got none, expected Node with --expose-gc');
    await gc({ execution: 'async' });
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  });

/** The heap of the one isolate of a bench, in which all of its objects live, with the buffers that belong to it. */
export async function isolateHeap({
  origin,
  inspectorPort,
}: Pick<LocalBench, 'origin' | 'inspectorPort'>): Promise<number> {
  const listed = await fetch(`http://127.0.0.1:${inspectorPort()}/json`);
  const [target] = (await listed.json()) as Array<{ webSocketDebuggerUrl: string }>;
  if (target === undefined) throw new Error('inspector: got no target, expected an isolate');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  /** One command after the other, so that the next message is its answer. */
  const ask = async (method: string): Promise<unknown> => {
    socket.send(JSON.stringify({ id: 1, method }));
    const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
    return (JSON.parse(data) as { result?: unknown }).result;
  };
  try {
    return await settled(async () => {
      // V8 collects in a task of its own, which workerd runs with the next request to the Worker.
      let isOver = false;
      const collected = ask('HeapProfiler.collectGarbage').then(() => (isOver = true));
      while (!isOver) {
        await Promise.race([collected, sleep(TASK_MS)]);
        await fetch(`${origin}/bench/health`);
      }
      const usage = (await ask('Runtime.getHeapUsage')) as Record<string, number>;
      return (usage['usedSize'] ?? NaN) + (usage['backingStorageSize'] ?? 0);
    });
  } finally {
    socket.close();
  }
}
