import { describe, expect, it } from 'vitest';
import type { Cell } from './cells.ts';
import {
  errorOf,
  intervalFor,
  launchValues,
  type LaunchValue,
  type Ratio,
  ratioOf,
} from './estimator.ts';

/** A cell of turns that take so many ms, by launch, session and round. */
function cell(arm: string, launches: ReadonlyArray<ReadonlyArray<readonly number[]>>): Cell {
  const sessions = launches.flatMap((own, launch) => own.map((turns) => ({ launch, turns })));
  const none = { out: 0, in: 0 };
  const units = sessions.flatMap(({ launch, turns }, session) =>
    turns.map((ms, round) => {
      const samplesUs = [1000 * ms];
      return { arm, launch, session, round, samplesUs, frames: none, bytes: none };
    }),
  );
  return { arm, workload: 'calls', load: {}, units, discarded: [] };
}
const steady = (arm: string, ms: number) => cell(arm, [[Array<number>(4).fill(ms)]]);
const valueOf = (...cells: Parameters<typeof launchValues>) => launchValues(...cells)[0]?.value;

describe('the value of a launch', () => {
  const partner = cell('reference', [[[1, 2, 3, 4]]]);

  it('pairs the turns of each round', () => {
    expect(valueOf(cell('subject', [[[2, 4, 6, 8]]]), partner)).toBeCloseTo(Math.log(2), 12);
  });

  it('counts sessions of a single round', () => {
    const single = (arm: string, ms: number) => cell(arm, [Array<number[]>(4).fill([ms])]);
    const [found] = launchValues(single('subject', 2), single('reference', 1));
    expect(found?.sessions).toEqual(Array(4).fill(expect.closeTo(Math.log(2), 12)));
  });

  it('is not moved by an outlier', () => {
    expect(valueOf(cell('subject', [[[2, 4, 6, 800]]]), partner)).toBeCloseTo(Math.log(2), 12);
  });

  it('needs four rounds with both arms', () => {
    expect(launchValues(cell('subject', [[[2, 4, 6]], [[1, 1, 1, 1]]]), partner)).toEqual([]);
    expect(launchValues(cell('subject', [[[2, 4, 6, 0]]]), partner)).toEqual([]);
  });

  it('compares with reference and control, but the control with the reference only', () => {
    const [reference, control] = [steady('reference', 1), steady('control', 4)];
    expect(valueOf(steady('subject', 2), reference, control)).toBeCloseTo(0, 12);
    expect(valueOf(steady('subject', 2), reference)).toBeCloseTo(Math.log(2), 12);
    expect(valueOf(control, reference, control)).toBeCloseTo(Math.log(4), 12);
    // A control that failed leaves the reference.
    const failed = cell('control', [[[4, 4, 4]]]);
    expect(valueOf(steady('subject', 2), reference, failed)).toBeCloseTo(Math.log(2), 12);
  });

  it('has no bias if slow turns are more frequent than quick ones', () => {
    const times = [1, 1.2, 1.6, 2.5, 8];
    const rounds = times.flatMap((a) => times.flatMap((b) => times.map((c) => [a, b, c] as const)));
    const [a, b, c] = ([0, 1, 2] as const).map((at) =>
      cell(`${at}`, [[rounds.map((round) => round[at])]]),
    ) as [Cell, Cell, Cell];
    expect(valueOf(a, b, c)).toBeCloseTo(0, 12);
  });

  it('tells how the ratio changed from the first quarter to the last', () => {
    const times = Array.from({ length: 16 }, (_, round) => (round < 2 || round >= 12 ? 2 : 1));
    const even = cell('reference', [[Array<number>(16).fill(1)]]);
    const driftOver = (rounds: number) =>
      launchValues(cell('subject', [[times.slice(16 - rounds)]]), even)[0]?.drift;
    // The centre of the first four, of which two are slow, lies halfway.
    expect(driftOver(16)).toBeCloseTo(Math.log(2) / 2, 12);
    expect(driftOver(15)).toBeUndefined();
  });
});

/** Launches of so many sessions with such values. */
const launches = (values: readonly number[]): LaunchValue[] =>
  values.map((value) => ({ value, sessions: [value - 0.1, value + 0.1] }));
const logs = ({ low = NaN, high = NaN }: { low?: number; high?: number } = {}) =>
  [low, high].map(Math.log);

describe('a ratio', () => {
  // Mean 0.1, standard deviation 0.1; t of two degrees is 4.302653.
  const ratio = ratioOf(launches([0, 0.1, 0.2]));

  it('has the mean of launches with Student’s t of one degree less than they are', () => {
    expect(ratio).toMatchObject({ launches: 3, sessions: 6 });
    expect(errorOf(ratioOf(launches([0, 0.1])) as Ratio)?.degrees).toBe(1);
    expect(Math.log(ratio?.value ?? NaN)).toBeCloseTo(0.1, 12);
    const half = (4.302653 * 0.1) / Math.sqrt(3);
    expect(logs(ratio)).toEqual([expect.closeTo(0.1 - half, 6), expect.closeTo(0.1 + half, 6)]);
  });

  it('has an interval for the next launch, which scatters as well', () => {
    const half = 4.302653 * 0.1 * Math.sqrt(1 + 1 / 3);
    const expected = [expect.closeTo(0.1 - half, 6), expect.closeTo(0.1 + half, 6)];
    expect(logs(ratio?.next)).toEqual(expected);
  });

  it('knows the variance that sessions leave to a launch', () => {
    // Each launch has two sessions 0.2 apart: a variance of 0.02, halved.
    expect(ratio?.within).toBeCloseTo(0.01, 12);
  });

  it('counts the launches that the others foretell', () => {
    // Of these five, only the last lies outside of what the other four give: 0.15 ± 3.18 · 0.13 · √1.25.
    expect(ratioOf(launches([0, 0.1, 0.2, 0.3, 2]))).toMatchObject({ launches: 5, foretold: 4 });
    // The other four reach as far as 0.15 + 0.459.
    expect(ratioOf(launches([0, 0.1, 0.2, 0.3, 0.57]))).toMatchObject({ foretold: 5 });
    expect(ratioOf(launches([0, 0.1, 0.2, 0.3, 0.65]))).toMatchObject({ foretold: 4 });
    expect(ratio).toMatchObject({ foretold: 3 });
    expect(ratioOf(launches([0, 0.1]))?.foretold).toBeUndefined();
    expect(ratioOf(launches([0.5, 0.5, 0.5]))).toMatchObject({ foretold: 3 });
  });

  it('has an interval for another error', () => {
    if (ratio === undefined) throw new Error('no ratio');
    expect(errorOf(ratio)).toMatchObject({
      error: expect.closeTo(0.1 / Math.sqrt(3), 9) as number,
      degrees: 2,
    });
    const half = (9.924843 * 0.1) / Math.sqrt(3);
    expect(logs(intervalFor(ratio, 0.01))[0]).toBeCloseTo(0.1 - half, 6);
  });

  it('of one launch has an interval across four sessions or more', () => {
    const one = (sessions: number[]) => ratioOf([{ value: 0, sessions }]);
    expect(one([-0.1, 0, 0.1])).toMatchObject({ value: 1, launches: 1, sessions: 3 });
    expect(one([-0.1, 0, 0.1])?.low).toBeUndefined();
    const ofFour = one([-0.3, -0.1, 0.1, 0.3]) as Ratio;
    // The standard error is the root of 0.2 ÷ 3 ÷ 4; t of three degrees is 3.182446.
    const error = Math.sqrt(0.2 / 12);
    expect(Math.log(ofFour.high ?? NaN)).toBeCloseTo(3.182446 * error, 6);
    expect(errorOf(ofFour)).toEqual({ error: expect.closeTo(error, 9) as number, degrees: 3 });
    expect(ofFour.next).toBeUndefined();
    expect(ratioOf([])).toBeUndefined();
  });
});
