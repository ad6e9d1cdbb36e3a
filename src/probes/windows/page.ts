/** The page that asks, as `npm run probe` serves it. Nothing deploys it. */
import type { Speaker } from '../../places/windows/channel.ts';
import { outcomeOf, partly } from '../kit/outcome.ts';
import { type Outcome, runOf } from '../question.ts';
import { windowProbes } from './groups.ts';
import { type AskedPlace, kitOf } from './kit.ts';
import type { WindowProbe } from './probe.ts';

/**
 * Asks a system one question, in a worker and in a frame unless the question is of one of them. Where
 * both come out alike, what was seen in the worker stands for both.
 */
async function ask(probe: WindowProbe, speaker: Speaker): Promise<Outcome> {
  const run = runOf(probe, speaker);
  const askAt = (place: AskedPlace) => outcomeOf(() => run(kitOf(speaker, place)));
  if (probe.place !== undefined) return askAt(probe.place);
  const [worker, frame] = await Promise.all([askAt('worker'), askAt('frame')]);
  if (worker.result === frame.result) return worker;
  return partly(`in a worker: ${worker.detail}; in a frame: ${frame.detail}`);
}

Object.assign(globalThis, {
  askWindows: (id: string, speaker: Speaker): Promise<Outcome> => {
    const probe = windowProbes.find((each) => each.id === id);
    if (probe === undefined) throw new RangeError(`probe: got ${id}, expected one of windows`);
    return ask(probe, speaker);
  },
});
