/** The ways to carry a stream, as data that page, command line and Worker share. */
import type { Reasons } from '../../harness/plan/index.ts';
import type { SystemArm } from '../../systems/system.ts';
import type { Direction } from '../../studies/streams/workloads.ts';

/** What an address of the bench begins with for streams: `/bench/streams/<arm>/<object>`. */
export const streams = { id: 'streams', addressSuffix: '' };

/** One way to carry a stream. */
export interface StreamArm extends Pick<SystemArm, 'name' | 'label' | 'accept' | 'paths'> {
  /** Id of its arm in the study. */
  arm: string;
  /** Id of its system, which has both halves of it in its folder and gives it its colour. */
  system: string;
  /** How a sentence calls it. */
  spoken: string;
  /** What it has nothing for, by the direction or by what ids begin with, each with the reason. */
  cannot?: Partial<Record<Direction | 'fan-out', string>>;
}

const requests = { accept: 'request', paths: true } as const;
const BODY =
  'A page streams the body of a request over HTTP/2 alone, and a bench nearby speaks HTTP/1.1.';
const SIX =
  'A browser opens six connections to one origin over HTTP/1.1: further listeners would wait for good.';
const DOWNSTREAM =
  'Its clients make calls and pass no functions: only the server sends what nobody asked for, by sendDownstream.';

export const streamArms: readonly StreamArm[] = [
  {
    name: 'raw',
    arm: 'raw-websocket/in-memory',
    system: 'raw-websocket',
    label: 'Plain WebSocket, in memory',
    spoken: 'a plain WebSocket',
    accept: 'in-memory',
  },
  {
    name: 'raw-hibernating',
    arm: 'raw-websocket/hibernating',
    system: 'raw-websocket',
    label: 'Plain WebSocket, hibernating',
    spoken: 'a hibernating plain WebSocket',
    accept: 'hibernating',
  },
  {
    name: 'fetch',
    arm: 'fetch-json/body',
    system: 'fetch-json',
    label: 'fetch with its body read as a stream',
    spoken: 'the body of a fetch',
    ...requests,
    cannot: { up: BODY, 'fan-out': SIX },
  },
  {
    name: 'events',
    arm: 'fetch-json/events',
    system: 'fetch-json',
    label: 'EventSource',
    spoken: 'an EventSource',
    ...requests,
    cannot: {
      up: 'Its events go from the server to the page alone.',
      'fan-out': SIX,
    },
  },
  {
    name: 'capnweb-stream',
    arm: 'capnweb/stream',
    system: 'capnweb',
    label: 'Cap’n Web, ReadableStream and WritableStream',
    spoken: 'a stream of Cap’n Web',
    accept: 'in-memory',
  },
  {
    name: 'capnweb-callback',
    arm: 'capnweb/callback',
    system: 'capnweb',
    label: 'Cap’n Web, a function handed over',
    spoken: 'a function of Cap’n Web',
    accept: 'in-memory',
  },
  {
    name: 'trpc',
    arm: 'trpc/websocket',
    system: 'trpc',
    label: 'tRPC, a subscription over its WebSocket',
    spoken: 'a subscription of tRPC',
    accept: 'in-memory',
    cannot: {
      up: 'Its subscriptions go from the server to the client; over a socket it has no streams up.',
    },
  },
  {
    name: 'trpc-events',
    arm: 'trpc/events',
    system: 'trpc',
    label: 'tRPC, httpSubscriptionLink over SSE',
    spoken: 'a subscription of tRPC over SSE',
    ...requests,
    cannot: {
      up: 'Its subscriptions are events of an EventSource, which go to the page alone.',
      'fan-out': SIX,
    },
  },
  {
    name: 'orpc',
    arm: 'orpc/websocket',
    system: 'orpc',
    label: 'oRPC, an event iterator over a WebSocket',
    spoken: 'an event iterator of oRPC',
    accept: 'in-memory',
  },
  {
    name: 'orpc-http',
    arm: 'orpc/http',
    system: 'orpc',
    label: 'oRPC, an event iterator over HTTP',
    spoken: 'an event iterator of oRPC over HTTP',
    ...requests,
    cannot: { up: BODY, 'fan-out': SIX },
  },
  {
    name: 'kkrpc',
    arm: 'kkrpc/callback',
    system: 'kkrpc',
    label: 'kkrpc, a function handed over',
    spoken: 'a function of kkrpc',
    accept: 'in-memory',
    cannot: {
      up: 'It takes functions as arguments of calls alone, so that a server can hand none to a client.',
    },
  },
  {
    name: 'lumenize',
    arm: 'lumenize/downstream',
    system: 'lumenize',
    label: 'Lumenize RPC (reimplementation), sendDownstream',
    spoken: 'Lumenize RPC (reimplementation) downstream',
    accept: 'hibernating',
    paths: true,
    cannot: { up: DOWNSTREAM },
  },
  {
    name: 'lumenize-rpc',
    arm: 'lumenize-rpc/downstream',
    system: 'lumenize-rpc',
    label: 'Lumenize RPC, sendDownstream',
    spoken: 'the published Lumenize library downstream',
    accept: 'hibernating',
    paths: true,
    cannot: { up: DOWNSTREAM },
  },
];

/** @throws RangeError naming the ways there are */
export function findStreamArm(name: string): StreamArm {
  const found = streamArms.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = streamArms.map((each) => each.name).join(', ');
  throw new RangeError(`stream: got "${name}", expected one of ${known}`);
}

/** What an arm cannot do of these workloads, by the direction that their ids begin with. */
export function lacksOf({ cannot = {} }: StreamArm, workloads: readonly string[]): Reasons {
  const found = workloads.flatMap((id) =>
    Object.entries(cannot).flatMap(([way, why]) =>
      id.startsWith(way) ? [[id, why] as const] : [],
    ),
  );
  return Object.fromEntries(found);
}
