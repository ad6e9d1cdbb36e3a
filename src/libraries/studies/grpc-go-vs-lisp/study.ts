import type { Study } from '../../../core/plan/index.ts';
import {
  type GrpcArm,
  type GrpcOperations,
  outsideArms,
  type OutsideServer,
  workloads,
} from '../../../wire/grpc/arms.ts';
import { withSubjects } from '../study-types.ts';
import { studyArmOf } from '../../../wire/processes/names.ts';
import { allSystems } from '../../systems/index.ts';

/** The arms that this project brings. */
export const arms: readonly GrpcArm[] = allSystems.flatMap(({ id: system, grpc }) => {
  if (grpc === undefined) return [];
  const { label, spoken, name, protocol, runsIn } = grpc;
  const id = name === undefined ? system : `${system}/${name}`;
  const server = { system, protocol, runsIn };
  return { id, system, label, spoken, server, protocol };
});

/** Servers of one gRPC service, by address, in four kinds of call and from one client to a hundred. */
export const study: Study<GrpcOperations> = {
  id: 'grpc-go-vs-lisp',
  title: 'gRPC in Go and in Common Lisp',
  question:
    'How long does a gRPC call take, of each kind, with which server, and how does that change from one client to a hundred?',
  arms: arms.map((arm) => studyArmOf(arm)),
  baseline: 'tcp/go',
  reference: 'grpc-go',
  subjects: ['grpc-js', 'connect'],
  deadlineMs: 5000,
  // A round of a hundred clients has a thousand calls for each arm, whose times differ from one to the next.
  budgetMs: 240_000,
  place: 'processes',
  timing:
    'Time runs in a load generator, a process of its own: from a call to the end of its answer.',
  workloads,
};

/** The study with servers from outside too. */
export const withServers = (outside: readonly OutsideServer[]): Study<GrpcOperations> =>
  withSubjects(
    study,
    outside.flatMap(outsideArms).map((arm) => studyArmOf(arm)),
  );
