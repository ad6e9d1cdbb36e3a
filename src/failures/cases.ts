/** What fails, and for whom: the failures of the study and the configurations of libraries that meet them. */
import type { Remedy } from '../questions/kit.ts';
import { findIn, probedHere } from '../systems/index.ts';

/** Longest that anything is waited for after a failure, in ms. */
export const LIMIT_MS = 120_000;

/** How a failure is brought about: by the proxy in between, or by what happens to one of the two ends. */
type Cause = 'proxy' | 'evict' | 'restart' | 'freeze';

export interface Failure {
  id: string;
  label: string;
  /** What is done, in a sentence. */
  how: string;
  group: FailureGroup;
  cause: Cause;
  /** True where it writes a frame of a WebSocket, which a request over HTTP cannot have. */
  socketsOnly?: true;
}

export const failureGroups = {
  silent: 'Nothing arrives any more',
  closed: 'The connection is closed',
  server: 'The server goes away',
  pause: 'A pause',
} as const;
type FailureGroup = keyof typeof failureGroups;

const closed = (code: number, meaning: string): Failure => ({
  id: `close-${code}`,
  label: `Closed with code ${code}`,
  how: `The client receives a Close frame with code ${code} (${meaning}), then the connection ends.`,
  group: 'closed',
  cause: 'proxy',
  socketsOnly: true,
});

export const failures: readonly Failure[] = [
  {
    id: 'stop',
    label: 'Silent both ways',
    how: 'The proxy drops every byte of the open connection, both ways, and closes nothing.',
    group: 'silent',
    cause: 'proxy',
  },
  {
    id: 'stop-to-server',
    label: 'Silent to the server',
    how: 'The proxy drops every byte from the client to the server. The other way still works.',
    group: 'silent',
    cause: 'proxy',
  },
  {
    id: 'stop-to-client',
    label: 'Silent to the client',
    how: 'The proxy drops every byte from the server to the client. The other way still works.',
    group: 'silent',
    cause: 'proxy',
  },
  {
    id: 'reset',
    label: 'Reset',
    how: 'The proxy resets the TCP connection on both sides.',
    group: 'closed',
    cause: 'proxy',
  },
  {
    id: 'end',
    label: 'Ended without a Close frame',
    how: 'The TCP connection ends without a Close frame; a WebSocket client reports code 1006.',
    group: 'closed',
    cause: 'proxy',
  },
  closed(1001, 'going away'),
  closed(1012, 'service restart'),
  closed(1013, 'try again later'),
  {
    id: 'restart',
    label: 'Server process killed',
    how: 'The server process is killed with SIGKILL and started again on the same port with its storage.',
    group: 'server',
    cause: 'restart',
  },
  {
    id: 'evict',
    label: 'Object evicted',
    how: 'The Durable Object ends by `ctx.abort()`, which closes its sockets as a deployment of new code does.',
    group: 'server',
    cause: 'evict',
  },
  {
    id: 'hold',
    label: 'Network stalls for 5 s',
    how: 'The proxy keeps every byte for 5 s, then passes all of them on.',
    group: 'pause',
    cause: 'proxy',
  },
  {
    id: 'freeze',
    label: 'Client frozen for 20 s',
    how: 'The client’s process is stopped with SIGSTOP for 20 s, as a laptop that sleeps, then continued.',
    group: 'pause',
    cause: 'freeze',
  },
];

export interface Configuration {
  id: string;
  /** The library; its questions have the client. */
  system: string;
  /** How it is set up, in a few words. */
  setup: string;
  /** How it is set up, in a sentence. */
  means: string;
  /** Page of the library’s documentation, or of what is added to it. */
  href: string;
  remedy?: Remedy;
  /** Whether its socket is one of the package `partysocket`, which connects again by itself. */
  partysocket?: true;
  /** True where a call is a request of its own. */
  requests?: true;
}

const all: readonly Configuration[] = [
  {
    id: 'raw-websocket',
    system: 'raw-websocket',
    setup: 'default',
    means: 'One socket without a library. A close rejects what is pending; nothing reconnects.',
    href: 'https://developer.mozilla.org/docs/Web/API/WebSocket',
  },
  {
    id: 'capnweb',
    system: 'capnweb',
    setup: 'default',
    means: 'A session over one WebSocket, told of its end by `onRpcBroken()`.',
    href: 'https://github.com/cloudflare/capnweb#readme',
  },
  {
    id: 'capnweb-partysocket',
    system: 'capnweb',
    setup: 'partysocket',
    means: 'The same session over a socket of partysocket. Cap’n Web does not document this.',
    href: 'https://github.com/cloudflare/capnweb/issues/58',
    partysocket: true,
  },
  {
    id: 'kkrpc',
    system: 'kkrpc',
    setup: 'default',
    means: 'A channel over one WebSocket, through our adapter. The library has no loss handler.',
    href: 'https://github.com/kunkunsh/kkrpc#readme',
  },
  {
    id: 'kkrpc-partysocket',
    system: 'kkrpc',
    setup: 'partysocket',
    means: 'The same channel over a socket of partysocket. kkrpc does not document this.',
    href: 'https://docs.partykit.io/reference/partysocket-api/',
    partysocket: true,
  },
  {
    id: 'trpc',
    system: 'trpc',
    setup: 'default',
    means: '`createWSClient()` without options; it reconnects after a close.',
    href: 'https://trpc.io/docs/client/links/wsLink',
  },
  {
    id: 'trpc-keep-alive',
    system: 'trpc',
    setup: 'keepAlive',
    means: '`keepAlive: { enabled: true }`: a ping every 5 s, whose answer may take 1 s.',
    href: 'https://trpc.io/docs/client/links/wsLink',
    remedy: 'keep-alive',
  },
  {
    id: 'orpc',
    system: 'orpc',
    setup: 'default',
    means: '`RPCLink` over one WebSocket of the platform.',
    href: 'https://orpc.dev/docs/adapters/websocket',
  },
  {
    id: 'orpc-partysocket',
    system: 'orpc',
    setup: 'partysocket',
    means: '`RPCLink` over a socket of partysocket, which the documentation of 1.x advises.',
    href: 'https://orpc.dev/docs/adapters/websocket',
    partysocket: true,
  },
  {
    id: 'orpc-retry',
    system: 'orpc',
    setup: 'partysocket, retries',
    means: 'The same with `ClientRetryPlugin`, which makes a failed call twice more.',
    href: 'https://orpc.dev/docs/plugins/client-retry',
    remedy: 'retry',
    partysocket: true,
  },
  {
    id: 'lumenize',
    system: 'lumenize',
    setup: 'default',
    means: 'A client with `onDownstream`, which reconnects. Each call has a timeout of 30 s.',
    href: 'https://lumenize.com/docs/rpc/',
  },
  {
    id: 'lumenize-rpc',
    system: 'lumenize-rpc',
    setup: 'default',
    means: 'A client with `onDownstream`, which reconnects. Each call has a timeout of 30 s.',
    href: 'https://lumenize.com/docs/rpc/',
  },
  {
    id: 'fetch-json',
    system: 'fetch-json',
    setup: 'default',
    means:
      'A request for each call by Node’s fetch, which keeps connections open and has no short timeout.',
    href: 'https://developer.mozilla.org/docs/Web/API/Fetch_API',
    requests: true,
  },
  {
    id: 'hono',
    system: 'hono',
    setup: 'default',
    means: '`hc()` with Node’s fetch: a request for each call.',
    href: 'https://hono.dev/docs/guides/rpc',
    requests: true,
  },
];

/** Those whose packages are installed here. */
export const configurations: readonly Configuration[] = all.filter(({ system }) =>
  probedHere.includes(system),
);

/** Whether a failure can be tried on a configuration. */
export const isTried = (failure: Failure, { requests }: Configuration): boolean =>
  !(failure.socketsOnly && requests);

/** @throws RangeError naming the configurations there are */
export const findConfiguration = (id: string): Configuration => findIn('configuration', all, id);
