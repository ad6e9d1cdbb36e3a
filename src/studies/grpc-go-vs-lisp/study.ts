import { type Study, withGenerator } from '../../harness/plan/index.ts';
import { armsFor, armsOf, type Measurable, outsideArms } from '../../grpc/arms.ts';
import { type GrpcOperations, workloads } from '../../grpc/workloads.ts';
import { armOf } from '../../peers/processes/through.ts';

/** Servers of one gRPC service, by address, in four kinds of call and from one client to a hundred. */
export const study: Study<GrpcOperations> = {
  id: 'grpc-go-vs-lisp',
  title: 'gRPC in Go and in Common Lisp',
  question:
    'How long does a gRPC call take, of each kind, with which server, and how does that change from one client to a hundred?',
  arms: armsOf('grpc-go').map((arm) => armOf(arm)),
  floor: 'tcp/go',
  reference: 'grpc-go',
  byGenerator: { 'grpc-js': { floor: 'tcp/node', reference: 'grpc-js' } },
  subjects: ['grpc-js', 'connect'],
  margin: 0.05,
  deadlineMs: 5000,
  // A round of a hundred clients has a thousand calls for each arm, whose times differ from one to the next.
  budgetMs: 160_000,
  place: 'processes',
  timing:
    'Time runs in a load generator, a process of its own: from a call to the end of its answer, and in an open loop from the moment at which the call was due.',
  workloads,
};

/** The study as a machine can measure it: whoever brings a server wants it judged. */
export function studyFor(measurable: Measurable): Study<GrpcOperations> {
  const adapted = withGenerator(study, measurable.generator);
  const brought = measurable.servers.flatMap(outsideArms).map(({ id }) => id);
  const subjects = [...brought, ...adapted.subjects];
  return { ...adapted, arms: armsFor(measurable).map((arm) => armOf(arm)), subjects };
}
