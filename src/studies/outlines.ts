/** Every study by its names, with the arms and workloads whose figures are only quoted, and with those that are retired. */
import type { StudyOutline } from '../harness/plan/index.ts';
import { findStudy, studies } from './index.ts';
import { findIn, runsHere } from '../systems/index.ts';

type Retired = Pick<StudyOutline, 'arms' | 'workloads'>;

const arm = (id: string, label: string, spoken = label): StudyOutline['arms'][number] => ({
  ...{ id, label, spoken },
  system: id.replace(/\/.*/, ''),
});

/**
 * Arms and workloads that nothing runs any more, by study. They stay because published records name them by
 * id, and pages take their labels, spoken names and colours from here.
 */
const retired: Readonly<Record<string, Retired>> = {
  'call-delay': {
    arms: [
      arm(
        'durable-call/in-memory',
        'durable-call of this site, in memory',
        'this site’s durable-call in memory',
      ),
      arm('durable-call/durable', 'durable-call of this site, durable', 'this site’s durable-call'),
      arm(
        'workers-rpc/all-four',
        'Workers RPC with all four suspects',
        'Workers RPC with all suspects',
      ),
      arm(
        'reconstruction/held',
        'The described design, with the boundary held until the result is taken',
        'the rebuilt design with its boundary held',
      ),
      arm(
        'reconstruction/unstored',
        'The described design, without its storage',
        'the rebuilt design without its storage',
      ),
      arm(
        'reconstruction/unbounded',
        'The described design, without its boundaries',
        'the rebuilt design without its boundaries',
      ),
    ],
    workloads: [],
  },
  'lumenize-vs-capnweb': {
    arms: [],
    workloads: [
      {
        id: 'sustained-open',
        label: '60 writes, 200 a second',
        question:
          'How long does a call take, waiting included, when calls come at a fixed rate whether or not the last is answered?',
        spoken: 'one of 200 calls a second',
        group: 'Under load',
      },
    ],
  },
  'kkrpc-transports': {
    arms: [
      arm('kkrpc/bun-one-process-websocket', 'kkrpc, Bun, WebSocket in one process'),
      arm('kkrpc/node-node-http', 'kkrpc, Node, HTTP'),
      arm('kkrpc/bun-bun-http', 'kkrpc, Bun, HTTP'),
      arm('kkrpc/deno-deno-http', 'kkrpc, Deno, HTTP'),
      arm('kkrpc/node-node-unix', 'kkrpc, Node, a Unix socket'),
      arm('kkrpc/bun-bun-unix', 'kkrpc, Bun, a Unix socket'),
      arm('kkrpc/deno-deno-unix', 'kkrpc, Deno, a Unix socket'),
      arm('kkrpc/bun-worker', 'kkrpc, Bun, a worker thread'),
      arm('kkrpc/deno-worker', 'kkrpc, Deno, a worker thread'),
      arm('vscode-jsonrpc/node-node-stdio', 'vscode-jsonrpc, Node, stdio'),
      arm('node-ipc/node-node-ipc', 'process.send, Node, as JSON'),
    ],
    workloads: [
      {
        id: 'memory',
        label: 'Memory of both processes',
        question:
          'How large are the resident sets of a fresh caller and a fresh server at rest, after 100,000 calls with 1,000 at once, under and after 20 payloads of 10 MiB of text there and back, and once they no longer fall, 2 s later at most, with no garbage collection asked for?',
        spoken: 'the course in which memory is read',
        group: 'Memory',
      },
    ],
  },
  'grpc-go-vs-lisp': {
    arms: [
      arm('http2/go', 'HTTP/2 without gRPC, Go', 'HTTP/2 without gRPC'),
      arm('grpc-go/one-connection', 'Go (grpc-go), one connection'),
      arm('grpc-go/unpinned', 'Go (grpc-go), bound to no processor'),
      arm(
        'grpc-go/nagle',
        'Go (grpc-go), two writes a frame without TCP_NODELAY',
        'Go (grpc-go), two writes a frame without TCP_NODELAY',
      ),
      arm(
        'grpc-go/nodelay',
        'Go (grpc-go), two writes a frame with TCP_NODELAY',
        'Go (grpc-go), two writes a frame with TCP_NODELAY',
      ),
    ],
    workloads: [
      ...[2, 5, 20, 50].map((clients) => ({
        id: `unary-${clients}`,
        label: `Unary calls, ${clients} clients`,
        question: `How many unary calls a second are answered with ${clients} at once?`,
        spoken: `a unary call of ${clients} clients at once`,
        group: 'Unary calls',
      })),
      {
        id: 'row-5000',
        label: '5,000 unary calls in a row, one connection',
        question:
          'How long do 5,000 unary calls take that follow each other on one connection, and do all of them come back?',
        spoken: '5,000 unary calls in a row',
        group: 'Long on one connection',
      },
      ...['64 KiB', '1 MiB'].map((size) => ({
        id: size === '1 MiB' ? 'one-way-1048576' : 'one-way-65536',
        label: `${size} sent in one call`,
        question: `How much data a second does a call send that carries ${size}, and does the window of its connection open again?`,
        spoken: `sending ${size} in one call`,
        group: 'Long on one connection',
      })),
    ],
  },
  streams: {
    // Where the package is not installed.
    arms: [arm('lumenize-rpc/downstream', 'Lumenize RPC, sendDownstream')],
    workloads: [
      {
        id: 'cut',
        label: 'Connection lost between two items',
        question:
          'How long does a stream of 20 short items take to go on after its connection dies at half, until the last is there?',
        spoken: 'going on after a loss',
        group: 'What goes wrong',
      },
      {
        id: 'slow',
        label: 'A reader that stops',
        question:
          'How much does a sender send on while its reader stops for 3 s, and what does the server hold?',
        spoken: 'a stream whose reader stops for 3 s',
        group: 'What goes wrong',
      },
      {
        id: 'leave',
        label: '1,000 listeners come and go',
        question:
          'What does the server still hold once 1,000 listeners to one object came and left without a word?',
        spoken: '1,000 listeners that come and go',
        group: 'What goes wrong',
      },
    ],
  },
};

/** The library that the source measured, which was given up and is not run here. */
const lumenizeCall = { id: 'lumenize-call', label: '@lumenize/call', system: 'lumenize-call' };

/** What records may hold of a study that can be run, and is no part of a run here. */
type Quoted = Pick<StudyOutline, 'arms' | 'workloads' | 'quotedReference'>;

/** The published library, which records hold that were made where its package is installed. */
function publishedLumenize(): Quoted['arms'] {
  const { original } = findStudy('lumenize-vs-capnweb');
  if (original === undefined || runsHere(original.system)) return [];
  const { arms, system, label, spoken = label } = original;
  return arms.slice(0, 1).map((id) => ({ id, label, spoken, system }));
}

const quoted: Readonly<Record<string, Quoted>> = {
  'lumenize-vs-capnweb': { arms: publishedLumenize(), workloads: [] },
  'call-delay': { arms: [lumenizeCall], workloads: [] },
  // Its other half, grpc-go, is also measured.
  'grpc-go-vs-lisp': {
    quotedReference: 'grpc-go',
    arms: [{ id: 'grpc-lisp', label: 'Common Lisp (clgrpc)', system: 'grpc-lisp' }],
    workloads: [],
  },
  // A row of its table names one runtime; of the two ends it was the one called, by its code.
  'kkrpc-transports': {
    quotedReference: 'kkrpc/node-stdio',
    arms: [
      { id: 'kkrpc/node-stdio', label: 'Node.js over stdio', system: 'kkrpc' },
      { id: 'kkrpc/bun-stdio', label: 'Bun over stdio', system: 'kkrpc' },
      { id: 'kkrpc/deno-stdio', label: 'Deno over stdio', system: 'kkrpc' },
      { id: 'kkrpc/bun-websocket', label: 'Bun over WebSocket', system: 'kkrpc' },
    ],
    workloads: [
      {
        id: 'echo-sequential',
        label: 'Echo, one call after another',
        question: 'How many calls a second can one caller make that waits for each answer?',
        spoken: 'one call after another',
      },
      {
        id: 'echo-concurrent',
        label: 'Echo, many calls at once',
        question: 'How many calls a second go through when the caller does not wait?',
        spoken: 'one of many calls at once',
      },
      {
        id: 'upload-1mb',
        label: 'Upload of 1 MB',
        question: 'How much data a second can go to the other process?',
        spoken: 'sending 1 MB',
      },
      {
        id: 'download-1mb',
        label: 'Download of 1 MB',
        question: 'How much data a second can come back?',
        spoken: 'fetching 1 MB',
      },
      {
        id: 'echo-100kb',
        label: 'Echo of 100 kB',
        question: 'How much data a second goes there and back?',
        spoken: 'sending 100 kB there and back',
      },
    ],
  },
};

/**
 * Every study that can be run, with what its source measured besides, and what it measured here before.
 */
export const outlines: readonly StudyOutline[] = studies.map((study): StudyOutline => {
  const more = quoted[study.id] ?? { arms: [], workloads: [] };
  const before = retired[study.id] ?? { arms: [], workloads: [] };
  const ids = new Set(study.arms.map(({ id }) => id));
  const measured = more.arms.map(({ id }) => id).filter((id) => id !== more.quotedReference);
  return {
    ...study,
    ...more,
    arms: [...more.arms, ...study.arms, ...before.arms.filter(({ id }) => !ids.has(id))],
    // What is measured here comes first: the first of all is the one that an answer is about.
    workloads: [...study.workloads, ...before.workloads, ...more.workloads],
    subjects: [...measured, ...study.subjects],
  };
});

/** @throws RangeError naming the studies there are. */
export const findOutline = (id: string): StudyOutline => findIn('study', outlines, id);
