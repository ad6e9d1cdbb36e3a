import { randomUUID } from 'node:crypto';
import type { SystemId } from '../../probes/kit/kit.ts';
import { systemIds } from '../../probes/kit/kit.ts';
import type { ProbeGroup } from '../../probes/probe.ts';
import { runProbes, type Job, type ProbeResult } from '../../probes/run.ts';
import { startBench } from '../local/bench.ts';

/** Probes under way at once: most wait for a socket, and a few for an object to fall asleep. */
const CONCURRENCY = 12;

export interface Selection {
  system?: SystemId | undefined;
  /** Id of a probe. */
  probe?: string | undefined;
}

/** The probes of some groups for some systems, in their order. */
export function jobsOf(groups: readonly ProbeGroup[], { system, probe }: Selection): Job[] {
  const systems = system === undefined ? systemIds : [system];
  return groups
    .flatMap(({ probes }) => probes)
    .filter(({ id }) => probe === undefined || id === probe)
    .flatMap((each) => systems.map((id): Job => ({ probe: each, system: id })));
}

/**
 * Runs probes against the bench on workerd itself.
 *
 * @param root root of the checkout
 */
export async function runOnWorkerd(
  root: string,
  jobs: readonly Job[],
  onResult?: (result: ProbeResult) => void,
): Promise<ProbeResult[]> {
  const bench = await startBench({ root, port: 0 });
  // A library that leaves a promise of its own unhandled must not end the run: what its users see
  // of that is what the probes look at.
  const ignore = () => undefined;
  process.on('unhandledRejection', ignore);
  try {
    const world = { origin: bench.origin, WebSocketClass: WebSocket, freshObject: randomUUID };
    // Those that sleep come first, so that the others run while they do.
    const order = [...jobs.filter(sleeps), ...jobs.filter((job) => !sleeps(job))];
    const results = await runProbes(order, {
      world,
      concurrency: CONCURRENCY,
      ...(onResult && { onResult }),
    });
    const rank = new Map(jobs.map(({ probe, system }, at) => [`${probe.id} ${system}`, at]));
    const rankOf = ({ probe, system }: ProbeResult) => rank.get(`${probe} ${system}`) ?? 0;
    return results.toSorted((one, other) => rankOf(one) - rankOf(other));
  } finally {
    process.off('unhandledRejection', ignore);
    await bench.stop();
  }
}

const sleeps = ({ probe }: Job): boolean => probe.id.startsWith('hibernation-');
