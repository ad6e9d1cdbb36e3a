/** A TCP proxy on this machine, in front of a bench. It knows nothing of what it carries: sockets and requests alike. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { NetworkLink } from '../../../core/record/index.ts';
import type { ProxyFailure, ProxyTask } from './proxy-worker.ts';

export interface Proxy {
  origin: string;
  stop(): Promise<void>;
}

async function start(target: string, link?: NetworkLink) {
  const { hostname, port } = new URL(target);
  const task: ProxyTask = { target: { host: hostname, port: Number(port || 80) }, link };
  const worker = new Worker(new URL('./proxy-worker.ts', import.meta.url), { workerData: task });
  // Rejects when the thread throws.
  const answer = async (): Promise<number> => ((await once(worker, 'message')) as [number])[0];
  const origin = `http://localhost:${await answer()}`;
  const stop = async () => void (await worker.terminate());
  return { proxy: { origin, stop }, worker, answer };
}

/**
 * Starts a proxy that delays what passes as a link would, both ways. What a client sends first waits until a
 * handshake across the link would be over. Neither a limit of bandwidth nor loss is imitated, nor is TLS, whose
 * handshake takes further round trips. In addition to the link, each way takes what one more socket costs on this machine.
 *
 * @param target origin of the bench, over plain HTTP
 */
export async function startProxy(target: string, link: NetworkLink): Promise<Proxy> {
  return (await start(target, link)).proxy;
}

export interface FailingProxy extends Proxy {
  /** Fails every connection that is open; resolves to when that was done, in ms since 1970. Later ones pass. */
  fail(failure: ProxyFailure): Promise<number>;
}

/** Starts a proxy whose open connections can be made to fail. @param target see {@link startProxy} */
export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const { proxy, worker, answer } = await start(target);
  return {
    ...proxy,
    fail(failure) {
      const failed = answer();
      worker.postMessage(failure);
      return failed;
    },
  };
}
