/** Asks systems that a bench serves, from a browser or from Node. */
import type { BenchProbed, ProbeWorld } from '../places/bench/probe.ts';
import type { Outcome } from '../places/probes/outcome.ts';
import { answerTo, type Job } from './ask.ts';

/** Loads how a system is asked, by its id. */
async function loadSystem(id: string): Promise<BenchProbed> {
  const { probed } = (await import(`../systems/${id}/probe-client.ts`)) as { probed: BenchProbed };
  return probed;
}

/** Puts questions to systems through the bench of a world. */
export function askBench(world: ProbeWorld): (job: Job) => Promise<Outcome> {
  return async ({ probe, system }) => {
    const probed = await loadSystem(system);
    return answerTo(probe, probed, system, () => probed.open(world));
  };
}
