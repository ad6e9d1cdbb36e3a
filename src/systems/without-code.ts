/**
 * Systems that have no code of their own here: baselines and designs that a place has itself, what
 * bench-servers/grpc-go serves, those that are only quoted, and those that are measured no more.
 */
import type { Contestant } from '../places/contestant.ts';

export const lumenizeCall: Contestant = {
  id: 'lumenize-call',
  label: '@lumenize/call',
  description:
    'Calls from one Durable Object to another that do not wait: each names a continuation, which runs when the answer arrives. Calls are stored and pass through a queue.',
  homepage: 'https://lumenize.com',
  measuredAs: 'outside:lumenize-call-original',
  mark: 'hexagon',
  colors: ['#a0646e', '#fa4632'],
};

export const workersRpc: Contestant = {
  id: 'workers-rpc',
  label: 'Workers RPC',
  description:
    'The remote calls built into Cloudflare Workers, between Workers and to Durable Objects.',
  homepage: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/',
  mark: 'star',
  colors: ['#0000c8', '#288cbe'],
};

export const noCall: Contestant = {
  id: 'no-call',
  label: 'No call',
  description:
    'A function of the first object, called in the place of the other. It is the baseline: the least that any call must cost.',
  homepage: 'https://developers.cloudflare.com/durable-objects/',
  mark: 'down',
  colors: ['#825050', '#fac800'],
};

export const reconstruction: Contestant = {
  id: 'reconstruction',
  label: 'The described design, rebuilt',
  description:
    'The design that the journal describes, rebuilt by this site from the description: stored calls, a queue, a boundary around each call, results sent back as calls.',
  homepage:
    'https://github.com/lumenize/lumenize/blob/829076066a734516ecbdc4cdf535d54939618cf1/experiments/call-delay/EXPERIMENT_RESULTS.md',
  mark: 'left',
  colors: ['#8f9194', '#a6a8ab'],
};

export const durableCall: Contestant = {
  id: 'durable-call',
  label: 'durable-call of this site',
  spoken: 'this site’s durable-call',
  description:
    'Calls that survive a crash, with an outbox in the object’s storage and a key by which each has its effect once. An illustration by this site, no published library, and measured no more.',
  homepage: 'https://microservices.io/patterns/data/transactional-outbox.html',
  mark: 'right',
  colors: ['#2a2c2f', '#7b7d80'],
};

export const vscodeJsonrpc: Contestant = {
  id: 'vscode-jsonrpc',
  label: 'vscode-jsonrpc',
  description:
    'Microsoft’s JSON-RPC, by which Visual Studio Code and other editors speak to language servers: messages with a head that says how long they are. Measured no more.',
  homepage: 'https://github.com/microsoft/vscode-languageserver-node/tree/main/jsonrpc',
  mark: 'cross',
  colors: ['#6d6f73', '#63666b'],
};

export const nodeIpc: Contestant = {
  id: 'node-ipc',
  label: 'process.send',
  description:
    'The channel that Node.js itself opens to a child process, with ids written by hand. Bun and Deno have it too. Measured no more.',
  homepage:
    'https://nodejs.org/api/child_process.html#subprocesssendmessage-sendhandle-options-callback',
  mark: 'down',
  colors: ['#26292d', '#bdc0c4'],
};

export const grpcLisp: Contestant = {
  id: 'grpc-lisp',
  label: 'clgrpc',
  description: 'An implementation of gRPC in Common Lisp, with HTTP/2 of its own.',
  homepage: 'https://github.com/vydd/clgrpc',
  measuredAs: 'outside:clgrpc',
  mark: 'circle',
  colors: ['#8646c4', '#c595f5'],
};

export const tcp: Contestant = {
  id: 'tcp',
  label: 'TCP without gRPC',
  spoken: 'TCP without gRPC',
  description:
    'The messages of the same calls over a bare TCP connection. It is the baseline: the least that such a call must cost.',
  homepage: 'https://www.rfc-editor.org/rfc/rfc9293',
  versions: {},
  mark: 'square',
  colors: ['#be4600', '#faaf32'],
  grpc: { label: 'TCP without gRPC, Go', name: 'go', protocol: 'tcp', runsIn: 'go' },
};

export const http2: Contestant = {
  id: 'http2',
  label: 'HTTP/2 without gRPC',
  spoken: 'HTTP/2 without gRPC',
  description:
    'The messages of the same calls over bare HTTP/2 streams, by the HTTP of Go’s own library, with nothing parsed. grpc-go brings an HTTP/2 of its own, so it may well be faster.',
  homepage: 'https://www.rfc-editor.org/rfc/rfc9113',
  versions: {},
  mark: 'down',
  colors: ['#0a0b0d', '#646567'],
};

/** The version that bench-servers/grpc-go/go.mod has; a test holds the two together. */
const GRPC_GO = '1.85.0';

export const grpcGo: Contestant = {
  id: 'grpc-go',
  label: 'grpc-go',
  description: 'The Go implementation of gRPC: calls over HTTP/2 with Protocol Buffers.',
  homepage: 'https://github.com/grpc/grpc-go',
  versions: { 'grpc-go': GRPC_GO },
  mark: 'diamond',
  colors: ['#007d79', '#4cc9c0'],
  grpc: {
    label: 'Go (grpc-go)',
    spoken: 'grpc-go',
    protocol: 'grpc',
    runsIn: 'go',
    also: ['one-connection', 'unpinned'],
  },
};
