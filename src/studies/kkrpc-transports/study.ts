import type { Study } from '../../harness/plan/index.ts';
import type { ProcessOperations } from '../../places/processes/service.ts';
import { type ProcessArm, studyArmOf } from '../../places/processes/names.ts';
import { workloads } from '../../places/processes/workloads.ts';
import { allSystems } from '../../systems/index.ts';

/** A call with 10 MiB of bytes takes some ten seconds on a busy machine. */
const DEADLINE_MS = 30_000;

/** The arms between processes, as the systems’ folders declare them. */
export const processArms: readonly ProcessArm[] = allSystems.flatMap(
  ({ processes }) => processes?.(workloads.map(({ id }) => id)) ?? [],
);

/** Calls from one process to another, by runtime of either and by what is between them. */
export const study: Study<ProcessOperations> = {
  id: 'kkrpc-transports',
  title: 'kkrpc between processes',
  question:
    'How long does a call from one process to another take with kkrpc, by the runtime of either and by what carries it?',
  arms: processArms.map((arm) => studyArmOf(arm)),
  baseline: 'json-lines/node-node-stdio',
  reference: 'kkrpc/node-node-stdio',
  subjects: [
    'kkrpc/bun-bun-stdio',
    'kkrpc/deno-deno-stdio',
    'kkrpc/node-node-websocket',
    'kkrpc/bun-bun-websocket',
    'kkrpc/deno-deno-websocket',
  ],
  margin: 0.05,
  deadlineMs: DEADLINE_MS,
  place: 'processes',
  workloads,
};

/** The study with arms from outside as further subjects: whoever brings one wants it judged. */
export function withOutside(
  base: Study<ProcessOperations>,
  outside: readonly ProcessArm[],
): Study<ProcessOperations> {
  const subjects = [...outside.map(({ id }) => id), ...base.subjects];
  return {
    ...base,
    arms: [...base.arms, ...outside.map((arm) => studyArmOf<ProcessArm, ProcessOperations>(arm))],
    subjects,
  };
}
