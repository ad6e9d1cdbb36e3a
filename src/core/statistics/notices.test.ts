import { describe, expect, it } from 'vitest';
import { seeded } from '../plan/index.ts';
import {
  logNormals,
  madeUpSessions,
  type MadeUpSessions,
  type TurnMaker,
} from '../testing/fixture.ts';
import { notices } from './notices.ts';

/** Notices of a record of twenty sessions of a round each. */
const noticesOf = (madeUp: Partial<MadeUpSessions> & Pick<MadeUpSessions, 'turn'>) =>
  notices(madeUpSessions({ arms: ['one'], sessions: 20, rounds: 1, ...madeUp }));
const namesOf = (...given: Parameters<typeof noticesOf>) =>
  noticesOf(...given).map(({ name }) => name);

describe('notices of turns', () => {
  it('are silent on ordinary runs, heavy tails included', () => {
    const random = seeded(1);
    const draw = logNormals(1);
    const ordinary: Record<string, () => number[]> = {
      'log-normal': () => draw(20, 1000, 0.4),
      'wide log-normal': () => draw(20, 1000, 0.9),
      exponential: () => draw(20, 1, 0).map(() => Math.round(300 - 1000 * Math.log(1 - random()))),
      pareto: () => draw(20, 1, 0).map(() => Math.round(1000 * (1 - random()) ** (-1 / 2))),
    };
    const found: string[] = [];
    for (const [kind, samples] of Object.entries(ordinary)) {
      const turn = () => {
        const [slow = 0] = draw(1, 1000, 0.08);
        return samples().map((us) => Math.round((us * slow) / 1000));
      };
      for (let run = 0; run < 20; run += 1) {
        const names = namesOf({ arms: ['one', 'two'], sessions: 12, turn });
        found.push(...names.map((name) => `${kind}: ${name}`));
      }
    }
    // At most one in a hundred records, of 80.
    expect(found.length, found.join(', ')).toBeLessThanOrEqual(1);
  });

  const draw = logNormals(3);
  const factor = (part: number, seed: number) => {
    const random = seeded(seed);
    return () => (random() < part ? 2 : 1);
  };
  const [inside, between] = [factor(0.3, 6), factor(0.4, 7)];
  const humps = (apart: number) => () =>
    draw(20, 1000, 0.02).map((us) => us * (1 + apart * (inside() - 1)));
  const short = () => draw(20, 5, 0.2).map((steps) => 100 * steps);
  it.each<[string, TurnMaker, number, string[]]>([
    ['samples under ten steps of the clock', short, 100, ['clock']],
    ['samples of ten steps', () => draw(20, 1200, 0.05), 100, []],
    ['two humps inside of turns', humps(1), 1, ['two-humps']],
    ['two humps between turns', () => draw(20, 1000 * between(), 0.1), 1, ['two-humps']],
    ['humps that lie close', humps(0.2), 1, []],
    ['discarded turns', () => ({ samplesUs: [0, 0], discardedBecause: 'closed' }), 1, []],
  ])('see what %s show', (_, turn, clockStepUs, names) => {
    expect(namesOf({ clockStepUs, turn })).toEqual(names);
  });

  it.each<[string[], counts: Record<number, number>, clockStepUs: number]>([
    [['two-humps'], { 1000: 40, 2000: 10 }, 1],
    [['two-humps'], { 700: 12, 1000: 28, 2000: 10 }, 1],
    [[], { 1000: 39, 2000: 10 }, 1],
    // Ten samples and a tenth of all are the least of a hump.
    [[], { 1000: 41, 2000: 9 }, 1],
    [['two-humps'], { 1000: 90, 2000: 10 }, 1],
    [[], { 1000: 91, 2000: 10 }, 1],
    // The valley holds under a quarter of the thinner hump.
    [['two-humps'], { 1000: 40, 1414: 4, 2000: 20 }, 1],
    [[], { 1000: 40, 1414: 5, 2000: 20 }, 1],
    // Humps lie a quarter apart at least, and six steps of the clock.
    [['two-humps'], { 1000: 40, 1251: 10 }, 1],
    [[], { 1000: 40, 1249: 10 }, 1],
    [['two-humps'], { 1000: 40, 1260: 10 }, 43],
    [[], { 1000: 40, 1255: 10 }, 43],
    // A sample without a time has no logarithm.
    [[], { 0: 1, 1000: 40, 2000: 10 }, 1],
  ])(
    'are %j for so many samples of such durations: %j, by steps of %i µs',
    (names, counts, step) => {
      const samples = Object.entries(counts).flatMap(([us, count]) =>
        Array<number>(count).fill(Number(us)),
      );
      expect(namesOf({ sessions: 1, clockStepUs: step, turn: () => samples })).toEqual(names);
    },
  );

  it('name a workload once if several arms show the same', () => {
    const once = { name: 'clock', workload: 'calls' };
    expect(noticesOf({ clockStepUs: 100, turn: short })).toEqual([{ ...once, arm: 'one' }]);
    expect(noticesOf({ clockStepUs: 100, arms: ['one', 'two'], turn: short })).toEqual([once]);
  });
});

const changed = (by: number) => [{ name: 'load-changed', by: expect.closeTo(by) as number }];
it.each<[string, number, early: number, late: number, object[]]>([
  ['an idle machine', 1, 0.1, 0.1, []],
  ['one that stays busy', 1, 0.6, 0.6, []],
  ['one as busy before as it may be', 3, 0.1, 0.1, []],
  ['one that was busier before', 3.1, 0.1, 0.1, [{ name: 'busy' }]],
  ['one that became busier', 1, 0.3, 0.51, changed(0.21)],
  ['one that became less busy', 1, 0.6, 0.3, changed(-0.3)],
  ['one that changed little', 1, 0.3, 0.49, []],
])('notices of %s', (_, loadAverage, early, late, expected) => {
  const draw = logNormals(8);
  const made = madeUpSessions({ arms: ['one'], sessions: 20, turn: () => draw(10, 1000, 0.2) });
  const sessions = made.sessions.map((each, at) => {
    return { ...each, load: { system: (at < 10 ? early : late) + (at % 3) / 100 } };
  });
  const environment = { ...made.environment, cpuCount: 4, loadAverage };
  expect(notices({ ...made, sessions, environment })).toEqual(expected);
});
