import { WorkerParentIO } from 'kkrpc';
import { kkrpcOver } from './kkrpc.ts';
import type { OpenWithin } from './opened.ts';

/** To a thread of this process: a worker as browsers, Bun and Deno have it. */
export const open: OpenWithin = (meter) => {
  const script = new URL('../servers/kkrpc-worker.ts', import.meta.url);
  const worker = new Worker(script, { type: 'module' });
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message: string) => {
    meter.count('out', message);
    post(message);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => meter.count('in', data));
  const io = new WorkerParentIO(worker);
  const { operations, settling } = kkrpcOver(io);
  worker.addEventListener('error', ({ message }) => meter.lost(`the worker failed: ${message}`));
  return Promise.resolve({
    operations,
    close() {
      settling.end('the connection is closed');
      worker.terminate();
    },
  });
};
