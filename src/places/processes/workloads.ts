/** The workloads between processes: those of any remote side, and those of processes started for the question alone. */
import type { Workload } from '../../harness/plan/index.ts';
import { unlike } from '../../service/answers.ts';
import { asking, peerWorkloads } from '../peers/workloads.ts';
import type { ProcessOperations } from './service.ts';

/** A workload that no process counts, because each is started for it. */
function starting(
  details: Pick<Workload<ProcessOperations>, 'id' | 'label' | 'question' | 'spoken' | 'operation'>,
  answered: unknown,
): Workload<ProcessOperations> {
  return asking({ ...details, group: 'Starting', optional: true, counted: 0 }, (answer) =>
    unlike(answer, answered),
  );
}

const processStart = starting(
  {
    id: 'process-start',
    label: 'Start of the other process',
    question: 'How long is it from starting the other process until it says that it serves?',
    spoken: 'starting the other process',
    operation: () => (peer, begin) => peer.started(begin),
  },
  undefined,
);

const handshake = starting(
  {
    id: 'handshake',
    label: 'Connection and first echo',
    question:
      'With the other process running, how long is it from opening a connection to the first answer?',
    spoken: 'connecting with a first call',
    operation: () => (peer, begin) => peer.handshaken(begin),
  },
  1,
);

export const workloads: ReadonlyArray<Workload<ProcessOperations>> = [
  ...peerWorkloads,
  processStart,
  handshake,
];
