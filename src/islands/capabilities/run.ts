/** Runs probes in this browser. What they need is loaded only when somebody runs them. */
import type { ProbeResult } from '../../probes/run.ts';

/** Probes under way at once: far fewer connections than a browser allows to one host. */
const CONCURRENCY = 12;

export interface BrowserRun {
  /** Origin of the bench; empty for the page's own. */
  origin: string;
  /** Id of one probe; all that run in a browser unless given. */
  probe?: string | undefined;
  signal: AbortSignal;
  onResult: (result: ProbeResult, done: number, of: number) => void;
}

/** Resolves to the number of results once all have answered, or once it was cancelled. */
export async function runHere({ origin, probe, signal, onResult }: BrowserRun): Promise<number> {
  const [{ browserGroups }, { runProbes }, { systemIds }] = await Promise.all([
    import('../../probes/in-browser.ts'),
    import('../../probes/run.ts'),
    import('../../probes/kit/kit.ts'),
  ]);
  const jobs = browserGroups
    .flatMap(({ probes }) => probes)
    .filter(({ id }) => probe === undefined || id === probe)
    .flatMap((each) => systemIds.map((system) => ({ probe: each, system })));
  const world = {
    origin: origin === '' ? location.origin : origin,
    WebSocketClass: WebSocket,
    freshObject: () => crypto.randomUUID(),
  };
  let done = 0;
  const results = await runProbes(jobs, {
    world,
    concurrency: CONCURRENCY,
    signal,
    onResult(result) {
      done += 1;
      onResult(result, done, jobs.length);
    },
  });
  return results.length;
}
