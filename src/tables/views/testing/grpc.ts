/** A study of gRPC servers by a few names, for views of its records. */
import type { StudyOutline } from '../../../harness/plan/index.ts';
import { findOutline } from '../../../studies/outlines.ts';

const arm = (id: string, label: string) => ({ id, label, system: id.replace(/\/.*/, '') });

export const grpcStudy: StudyOutline = {
  ...findOutline('grpc-go-vs-lisp'),
  arms: [
    arm('tcp/go', 'TCP by hand, Go'),
    arm('grpc-go', 'grpc-go'),
    arm('grpc-go/nodelay', 'grpc-go, split frames, TCP_NODELAY'),
    arm('grpc-go/nagle', 'grpc-go, split frames, no TCP_NODELAY'),
    arm('outside:mine/as-it-stands', 'mine, as it stands'),
  ],
  baseline: 'tcp/go',
  reference: 'grpc-go',
  subjects: ['outside:mine/as-it-stands'],
};
