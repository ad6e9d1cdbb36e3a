/** Every system the studies speak of: those measured here, and those that are only quoted. */
import { systems as measured } from '../../bench-workers/registry.ts';
import type { SystemOutline } from '../harness/plan/index.ts';

const quoted: readonly SystemOutline[] = [
  {
    id: 'lumenize-call',
    label: '@lumenize/call',
    description:
      'Calls from one Durable Object to another that do not wait: each names a continuation, which runs when the answer arrives. Calls are stored and pass through a queue.',
    homepage: 'https://lumenize.com',
  },
  {
    id: 'workers-rpc',
    label: 'Workers RPC',
    description:
      'The remote calls built into Cloudflare Workers, between Workers and to Durable Objects.',
    homepage: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/',
  },
  {
    id: 'grpc-go',
    label: 'grpc-go',
    description: 'The Go implementation of gRPC: calls over HTTP/2 with Protocol Buffers.',
    homepage: 'https://github.com/grpc/grpc-go',
  },
  {
    id: 'grpc-lisp',
    label: 'clgrpc',
    description: 'An implementation of gRPC in Common Lisp, with HTTP/2 of its own.',
    homepage: 'https://github.com/vydd/clgrpc',
  },
];

export const allSystems: readonly SystemOutline[] = [...measured, ...quoted];

/** @throws RangeError naming the systems there are. */
export const findSystem = (id: string): SystemOutline => findIn('system', allSystems, id);

/** @throws RangeError naming the ids there are, when none is the one wanted */
export function findIn<Item extends { id: string }>(
  what: string,
  items: readonly Item[],
  id: string,
): Item {
  const found = items.find((each) => each.id === id);
  if (found !== undefined) return found;
  const known = items.map((each) => each.id).join(', ');
  throw new RangeError(`${what}: got "${id}", expected one of ${known}`);
}
