/** The workloads between processes: those of any remote side, and those of processes started for the question alone. */
import type { Workload } from '../../harness/plan/index.ts';
import { unlike } from '../../service/answers.ts';
import { asking, peerWorkloads } from '../peers/workloads.ts';
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

export const workloads: ReadonlyArray<Workload<ProcessOperations>> = [
  ...peerWorkloads,
  processStart,
  handshake,
];
