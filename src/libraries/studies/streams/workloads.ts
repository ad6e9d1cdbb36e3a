/** Streams down and up in three shapes, for every study that asks for streams. */
import type { Workload } from '../../../core/plan/index.ts';
import { eachAnswer } from '../../../wire/service/answers.ts';
import type { StreamOperations } from '../../../wire/service/api.ts';
import type { Received, Shape } from '../../../wire/service/items.ts';

/** The direction of a stream. Ids of workloads begin with it. */
type Direction = 'down' | 'up';

/** Shapes by their part of an id. */
const shapes = {
  few: { items: 100, bytes: 100, name: '100 items of 100 B', deadlineMs: 5000 },
  small: { items: 1000, bytes: 100, name: '1,000 items of 100 B', deadlineMs: 5000 },
  medium: { items: 100, bytes: 10_000, name: '100 items of 10 kB', deadlineMs: 5000 },
  large: { items: 128, bytes: 65_536, name: '8 MiB in chunks of 64 kB', deadlineMs: 10_000 },
} as const;

const ways = {
  down: { to: 'to the client', verb: 'reading' },
  up: { to: 'to the server', verb: 'sending' },
} as const;

function streaming(way: Direction, kind: keyof typeof shapes): Workload<StreamOperations> {
  const { name, deadlineMs, ...shape } = shapes[kind];
  const { to, verb } = ways[way];
  return {
    id: `${way}-${kind}`,
    label: `${name} ${way}`,
    question: `How long does a stream of ${name} ${to} take, until the last is there?`,
    spoken: `${verb} ${name}`,
    group: way === 'down' ? 'From the server' : 'To the server',
    callsPerOperation: shape.items,
    per: 'item',
    // A stream that hangs is cut, and counted as what it is.
    deadlineMs,
    bytesPerOperation: shape.items * shape.bytes,
    operation: () => (peer) => peer[way](shape),
    wrong: eachAnswer('stream', (answer) => unlikeStream(answer as Received, shape)),
    readings(answer): Record<string, number> {
      const { firstMs } = answer as Received;
      return way === 'up' || firstMs === undefined ? {} : { firstUs: Math.round(firstMs * 1000) };
    },
    leaves: (done) => done * shape.items,
    async check(peer, done, held = 0) {
      const [got, most] = [await peer.passed(), held + done * shape.items];
      // An object that slept in between has forgotten the items before.
      if (got <= most) return undefined;
      return `the other end passed ${got} items, expected at most ${most}`;
    },
  };
}

/** Names the fault of a stream: an item that is lost, doubled or out of order. */
function unlikeStream({ items, wrong }: Received, shape: Shape): string | undefined {
  return (
    wrong ?? (items === shape.items ? undefined : `got ${items} items, expected ${shape.items}`)
  );
}

/** All of them; each study says which are usual. The first is for readers who pay for their traffic. */
export const streamWorkloads: ReadonlyArray<Workload<StreamOperations>> = [
  streaming('down', 'few'),
  ...(['down', 'up'] as const).flatMap((way) =>
    (['small', 'medium', 'large'] as const).map((kind) => streaming(way, kind)),
  ),
];
