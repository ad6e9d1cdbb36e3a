import type { StudyOutline, WorkloadOutline } from '../../harness/study.ts';

function unary(clients: number): WorkloadOutline {
  return {
    id: `unary-${clients}`,
    label: clients === 1 ? 'Unary calls, 1 client' : `Unary calls, ${clients} clients`,
    question: `How many unary calls a second are answered with ${clients} at once?`,
  };
}

/** What the source measured; nothing of it can be run here. */
export const outline: StudyOutline = {
  id: 'grpc-go-vs-lisp',
  title: 'gRPC in Go and in Common Lisp',
  arms: [
    { id: 'grpc-lisp', label: 'Common Lisp (clgrpc)', system: 'grpc-lisp' },
    { id: 'grpc-go', label: 'Go (grpc-go)', system: 'grpc-go' },
  ],
  workloads: [1, 10, 100].map(unary),
  reference: 'grpc-go',
  subjects: ['grpc-lisp'],
  margin: 0.05,
};
