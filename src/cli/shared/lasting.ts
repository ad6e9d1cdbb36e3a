/** A bench that somebody leaves running: it is started again when workerd ends by itself. */
import { type LocalBench, type LocalBenchOptions, startBench } from './bench.ts';
import { printable } from './args.ts';
import { messageOf } from '../../bench-client/failure.ts';

/** More often within so many ms, and something is wrong that a new start does not mend. */
const MOST = 5;
const WITHIN_MS = 60_000;

/** Starts a bench, and says on stderr what happens to it later. */
export async function startLasting(options: LocalBenchOptions): Promise<LocalBench> {
  const losses: number[] = [];
  const onLost = (said: string): void => {
    const now = performance.now();
    losses.push(now);
    const why = said === '' ? 'without a word' : printable(said);
    console.error(`Bench: workerd ended by itself (${why}).`);
    if (losses.filter((at) => now - at < WITHIN_MS).length > MOST) {
      console.error(`Bench: it ended ${MOST + 1} times within a minute, and is not started again.`);
      return;
    }
    bench.restart().then(
      () => console.error(`Bench: started again at ${bench.origin}`),
      (error: unknown) => console.error(`Bench: it did not start again: ${messageOf(error)}`),
    );
  };
  const bench = await startBench({ ...options, onLost });
  return bench;
}
