/** The page that asks, as `npm run probe` serves it. Nothing deploys it. */
import { outcomeOf, type Outcome, partly } from '../../places/probes/outcome.ts';
import type { AskedPlace } from '../../places/windows/probe.ts';
import { answerTo } from '../ask.ts';
import { probesOf } from '../in-browser.ts';
import { loadWindowSystem } from './both-sides.ts';
import { kitOf } from './open.ts';

/**
 * Asks a system one question, in a worker and in a frame unless the question is of one of them. Where
 * both come out alike, what was seen in the worker stands for both.
 */
async function ask(id: string, speaker: string): Promise<Outcome> {
  const probe = probesOf('windows').find((each) => each.id === id);
  if (probe === undefined) throw new RangeError(`probe: got ${id}, expected one of windows`);
  const probed = await loadWindowSystem(speaker);
  const askAt = (place: AskedPlace) =>
    outcomeOf(() => answerTo(probe, probed, speaker, () => kitOf(speaker, probed, place)));
  if (probe.at !== undefined) return askAt(probe.at);
  const [worker, frame] = await Promise.all([askAt('worker'), askAt('frame')]);
  if (worker.result === frame.result) return worker;
  return partly(`in a worker: ${worker.detail}; in a frame: ${frame.detail}`);
}

Object.assign(globalThis, { askWindows: ask });
