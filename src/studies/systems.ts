/** Every system the studies speak of: those measured here, and those that are only quoted. */
import { systems as measured } from '../systems/index.ts';
import type { SystemOutline } from '../harness/plan/index.ts';
import { grpcSystems } from '../places/grpc/systems.ts';
import { peerSystems } from '../places/peers/systems.ts';

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
    id: 'no-call',
    label: 'No call',
    description:
      'A function of the first object, called in the place of the other. It is the baseline: the least that any call must cost.',
    homepage: 'https://developers.cloudflare.com/durable-objects/',
  },
  {
    id: 'durable-call',
    label: 'durable-call of this site',
    spoken: 'this site’s durable-call',
    description:
      'Calls that survive a crash, with an outbox in the object’s storage and a key by which each has its effect once. An illustration by this site, and no published library.',
    homepage: 'https://microservices.io/patterns/data/transactional-outbox.html',
  },
  {
    id: 'reconstruction',
    label: 'The described design, rebuilt',
    description:
      'The design that the journal describes, rebuilt by this site from the description: stored calls, a queue, a boundary around each call, results sent back as calls.',
    homepage:
      'https://github.com/lumenize/lumenize/blob/829076066a734516ecbdc4cdf535d54939618cf1/experiments/call-delay/EXPERIMENT_RESULTS.md',
  },
  {
    id: 'grpc-lisp',
    label: 'clgrpc',
    description: 'An implementation of gRPC in Common Lisp, with HTTP/2 of its own.',
    homepage: 'https://github.com/vydd/clgrpc',
  },
];

const own = [...measured, ...peerSystems, ...grpcSystems];

export const allSystems: readonly SystemOutline[] = [...own, ...quoted];

/** Whether its two halves are here. */
export function runsHere(system: string): boolean {
  return own.some(({ id }) => id === system);
}

/** Versions of a system’s libraries installed here; none where it is written by hand or not run here. */
export function versionsOf(system: string): Readonly<Record<string, string>> {
  return own.find(({ id }) => id === system)?.versions ?? {};
}

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
