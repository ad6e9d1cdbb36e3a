import type { Study } from '../../../core/plan/index.ts';
import type { PeerOperations } from '../../../wire/peers/operations.ts';
import { peerWorkloads } from '../../../wire/peers/workloads.ts';
import { type ProcessArm, studyArmOf } from '../../../wire/processes/names.ts';
import { withSubjects } from '../study-types.ts';
import type { SystemData } from '../../../wire/system-data.ts';
import { missingSystems, systemsHere } from '../../systems/index.ts';

const armsOf = (those: readonly SystemData[]): ProcessArm[] =>
  those.flatMap(({ processes }) => processes?.(peerWorkloads.map(({ id }) => id)) ?? []);

/** The arms between processes, as the systems’ folders declare them. */
export const processArms: readonly ProcessArm[] = armsOf(systemsHere);

/** Calls from one process to another, by runtime of either and by what is between them. */
export const study: Study<PeerOperations> = {
  id: 'kkrpc-transports',
  title: 'kkrpc between processes',
  question:
    'How long does a call from one process to another take with kkrpc, by the runtime of either and by what carries it?',
  arms: processArms.map((arm) => studyArmOf(arm)),
  missing: armsOf(missingSystems),
  baseline: 'json-lines/node-node-stdio',
  reference: 'kkrpc/node-node-stdio',
  subjects: [
    'kkrpc/bun-bun-stdio',
    'kkrpc/deno-deno-stdio',
    'kkrpc/node-node-websocket',
    'kkrpc/bun-bun-websocket',
    'kkrpc/deno-deno-websocket',
  ],
  // A burst of ten thousand calls takes some seconds on a busy machine.
  deadlineMs: 30_000,
  place: 'processes',
  workloads: peerWorkloads,
};

/** The study with arms from outside too. */
export const withOutside = (
  base: Study<PeerOperations>,
  outside: readonly ProcessArm[],
): Study<PeerOperations> =>
  withSubjects(
    base,
    outside.map((arm) => studyArmOf(arm)),
  );
