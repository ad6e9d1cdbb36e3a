import type { OpenClient } from './clients/client.ts';
import type { Speaker } from './ends.ts';

/** Each system’s client, loaded apart from all that only lists them. */
export const clients: Readonly<Record<Speaker, () => Promise<{ open: OpenClient }>>> = {
  'post-message': () => import('./clients/post-message.ts'),
  comlink: () => import('./clients/comlink.ts'),
  kkrpc: () => import('./clients/kkrpc.ts'),
  capnweb: () => import('./clients/capnweb.ts'),
  birpc: () => import('./clients/birpc.ts'),
};
