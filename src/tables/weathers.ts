import { THIN } from '../figures/format.ts';

/** The kinds of noise of the calibration, in words. What they do is src/harness/simulate/weathers.ts. */
export const weatherTexts: Readonly<Record<string, string>> = {
  near: 'A bench on the same machine: calls of 0.3 ms, a few of them much longer.',
  far: `Across a country: 25${THIN}ms there and back, each way delayed at random by 1${THIN}ms on average.`,
  ocean: `Across an ocean: 100${THIN}ms there and back, each way delayed at random by 2.5${THIN}ms on average.`,
  'sessions differ':
    'Every connection is faster or slower than others by about 5 %, for as long as it lasts.',
  drift:
    'The machine grows slower all the time, with swings of a few rounds and of a few sessions on top.',
  bursts: 'Slow spells and pauses that hit whatever runs.',
  'two-humped': 'Some connections take a longer route, and some operations wait.',
  autocorrelated:
    'Each operation is nearly as slow as the one before it, on its own connection and across arms.',
  'carry-over': 'Turns after a certain arm take longer.',
  'slow arm': 'One more arm takes 20 times as long, so that rounds are long and few.',
  pareto: 'A tail so heavy that one operation now and then outweighs the rest of its session.',
  opening: 'Each operation opens a connection of its own, so a session is one round.',
};
