/** The workloads between processes: those of any remote side, and those of processes started for the question alone. */
import type { Workload } from '../../harness/plan/index.ts';
import { asking, peerWorkloads, unlike } from '../peers/workloads.ts';
import { FULL, type MemoryResult, readingNames } from './memory.ts';
import type { ProcessOperations } from './service.ts';

const STARTING = { group: 'Starting', optional: true, counted: 0 } as const;

const processStart: Workload<ProcessOperations> = asking<ProcessOperations>(
  {
    id: 'process-start',
    label: 'Start of the other process',
    question: 'How long is it from starting the other process until it says that it serves?',
    spoken: 'starting the other process',
    ...STARTING,
    operation: () => (peer, begin) => peer.started(begin),
  },
  (answer) => unlike(answer, undefined),
);

const handshake: Workload<ProcessOperations> = asking<ProcessOperations>(
  {
    id: 'handshake',
    label: 'Connection and first echo',
    question:
      'With the other process running, how long is it from opening a connection to the first answer?',
    spoken: 'connecting with a first call',
    ...STARTING,
    operation: () => (peer, begin) => peer.handshaken(begin),
  },
  (answer) => unlike(answer, 1),
);

const grouped = new Intl.NumberFormat('en');

/** Twenty payloads of 10 MiB take some libraries minutes on a busy machine. */
const DEADLINE_MS = 300_000;

/** Once for each connection: nothing of it is warm, and nothing of it is timed for its time. */
const memory: Workload<ProcessOperations> = {
  ...asking<ProcessOperations>(
    {
      id: 'memory',
      label: 'Memory of both processes',
      question: `How large are the resident sets of a fresh caller and a fresh server at rest, after ${grouped.format(FULL.calls)} calls with ${grouped.format(FULL.atOnce)} at once, under and after ${FULL.payloads} payloads of 10 MiB of text there and back, and once they no longer fall, ${FULL.settleMs / 1000} s later at most, with no garbage collection asked for?`,
      spoken: 'the course in which memory is read',
      group: 'Memory',
      optional: true,
      counted: 0,
      cold: true,
      deadlineMs: DEADLINE_MS,
      operation: () => (peer) => peer.memory(),
    },
    (answer) => wrongMemory(answer as MemoryResult),
  ),
  readings: (answer) => (answer as MemoryResult).readings,
};

function wrongMemory({ calls, payloads, readings }: MemoryResult): string | undefined {
  if (calls !== FULL.calls) return `got ${calls} calls, expected ${FULL.calls}`;
  if (payloads !== FULL.payloads) return `got ${payloads} payloads, expected ${FULL.payloads}`;
  const odd = readingNames.find(
    (name) => !(Number.isInteger(readings[name]) && readings[name] > 0),
  );
  return odd === undefined
    ? undefined
    : `got ${readings[odd]} as ${odd}, expected a number of bytes`;
}

/** Those of processes that are started for the question alone. */
export const freshWorkloads: ReadonlyArray<Workload<ProcessOperations>> = [
  processStart,
  handshake,
  memory,
];

export const workloads: ReadonlyArray<Workload<ProcessOperations>> = [
  ...peerWorkloads,
  ...freshWorkloads,
];
