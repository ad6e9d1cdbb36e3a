import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { NetworkLink } from '../../../harness/record/index.ts';
import type { ProxyTask } from './proxy-worker.ts';

export interface DelayingProxy {
  /** Where it listens: `http://localhost:20001` */
  origin: string;
  /** Ends its connections and its thread. */
  stop(): Promise<void>;
}

/**
 * Starts a TCP proxy on this machine that delays what passes as a link would, both ways. It knows
 * nothing of what it carries, so WebSockets and requests take the same way. What a client sends
 * first waits until a handshake across the link would be over. Neither a limit of bandwidth nor
 * loss is imitated, nor is TLS, whose handshake takes further round trips. Besides the link, each
 * way takes what a socket more costs on this machine.
 *
 * @param target origin of the bench, over plain HTTP
 */
export async function startProxy(target: string, link: NetworkLink): Promise<DelayingProxy> {
  const { hostname, port } = new URL(target);
  const task: ProxyTask = { target: { host: hostname, port: Number(port || 80) }, link };
  const worker = new Worker(new URL('./proxy-worker.ts', import.meta.url), { workerData: task });
  // Rejects when the thread throws.
  const [listening] = (await once(worker, 'message')) as [number];
  return {
    origin: `http://localhost:${listening}`,
    async stop() {
      await worker.terminate();
    },
  };
}
