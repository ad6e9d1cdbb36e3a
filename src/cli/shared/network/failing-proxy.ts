/** A proxy in front of a bench whose open connections can be made to fail. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FailingProxyTask, ProxyFailure } from './failing-worker.ts';

export interface FailingProxy {
  /** Where it listens: `http://localhost:20001` */
  origin: string;
  /** Fails every connection that is open; resolves to when that was done, in ms since 1970. Later ones pass. */
  fail(failure: ProxyFailure): Promise<number>;
  /** Ends its connections and its thread. */
  stop(): Promise<void>;
}

/** @param target origin of the bench, over plain HTTP */
export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const { hostname, port } = new URL(target);
  const task: FailingProxyTask = { target: { host: hostname, port: Number(port || 80) } };
  const worker = new Worker(new URL('./failing-worker.ts', import.meta.url), { workerData: task });
  // Rejects when the thread throws.
  const answer = async (): Promise<number> => ((await once(worker, 'message')) as [number])[0];
  return {
    origin: `http://localhost:${await answer()}`,
    fail(failure) {
      const failed = answer();
      worker.postMessage(failure);
      return failed;
    },
    async stop() {
      await worker.terminate();
    },
  };
}
