import { mean, sampleStandardDeviation } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { logNormals, madeUpSessions, type TurnMaker } from '../testing/fixture.ts';
import { type Cell, cellsOf } from './cells.ts';
import { medianOfSessions, ofSessions, type SessionValue } from './clusters.ts';
import { pairedLogRatios, ratioInterval, ratioOf } from './ratio.ts';

const pairOf = (turn: TurnMaker) =>
  cellsOf(madeUpSessions({ arms: ['subject', 'reference'], sessions: 6, turn })) as [Cell, Cell];
const valuesOf = (values: readonly number[]) => values.map((value) => ({ value }));

describe('paired ratios', () => {
  it('are one for each session: the Hodges–Lehmann estimate of its rounds', () => {
    const logs = [0.1, 0.3, 0.2, 5];
    const pair = pairOf(({ arm, session, round }) => {
      return [1e9 * (arm === 'subject' ? Math.exp((logs[round] ?? 0) + session) : 1)];
    });
    const ratios = pairedLogRatios(...pair);
    expect(ratios).toMatchObject({ rounds: 24, values: { length: 6 } });
    // Of the ten Walsh averages of 0.1, 0.2, 0.3 and 5, the middle ones are 0.25 and 0.3.
    for (const [session, value] of ratios.values.entries()) {
      expect(value).toBeCloseTo(0.275 + session, 6);
    }
  });

  it('pair turns by round and session, and leave out those without a pair or a time', () => {
    const pair = pairOf(({ arm, session, round }) => {
      // A disturbance slows both arms of a round.
      const slow = 1 + ((session * 7 + round * 3) % 5);
      if (arm === 'subject' && session + round === 0) return { samplesUs: [9e9], void: 'closed' };
      if (arm === 'reference' && session === 1 && round === 1) return [0];
      return [1000 * slow * (arm === 'subject' ? 1.5 : 1)];
    });
    const ratios = pairedLogRatios(...pair);
    expect(ratios.rounds).toBe(22);
    for (const value of ratios.values) expect(value).toBeCloseTo(Math.log(1.5), 9);
  });

  it('turn into their inverse when the arms are swapped', () => {
    const draw = logNormals(2);
    const [arm, to] = pairOf(({ arm }) => draw(3, arm === 'subject' ? 1.4e6 : 1e6, 0.2));
    const [one, other] = [ratioOf(pairedLogRatios(arm, to)), ratioOf(pairedLogRatios(to, arm))];
    expect(one?.estimate).toBeCloseTo(1 / (other?.estimate ?? NaN), 9);
    expect(one?.interval?.low).toBeCloseTo(1 / (other?.interval?.high ?? NaN), 9);
  });
});

/** Student’s t for an error of 5 %, by degrees of freedom, from the table in any textbook. */
const T = { 2: 4.302653, 4: 2.776445 };

describe('values of sessions', () => {
  it('have Student’s t interval about their mean', () => {
    const values = [0.1, 0.12, 0.09, 0.11, 0.13];
    const found = ofSessions(valuesOf(values), 40);
    const half = (T[4] * sampleStandardDeviation(values)) / Math.sqrt(5);
    expect(found.interval(0.05)?.low).toBeCloseTo(mean(values) - half, 6);
    expect(found.interval(0.05)?.high).toBeCloseTo(mean(values) + half, 6);
    // An interim analysis has a part of the error only, and its interval is wider.
    const part = ratioInterval(found, 0.1, 0.5);
    expect(part).toEqual({ ...ratioInterval(found, 0.05, 1), level: 0.9 });
  });

  it('have no interval of fewer than four sessions, however many rounds these have', () => {
    const of = (count: number) =>
      ofSessions(valuesOf([0.1, 0.11, 0.12, 0.13].slice(0, count)), 20 * count);
    expect(ratioOf(of(3))).toMatchObject({ interval: undefined, sessions: 3, rounds: 60 });
    expect(ratioOf(of(4))?.interval?.level).toBe(0.95);
    expect(ratioOf(of(0))).toBeUndefined();
  });
});

/** Sessions about the centres of launches, by run. */
const sessionsOf = (runs: ReadonlyArray<readonly number[]>): SessionValue[] =>
  runs.flatMap((launches, run) =>
    launches.flatMap((centre, launch) =>
      [-0.01, 0, 0.01].map((apart) => ({ run, launch, value: centre + apart })),
    ),
  );

describe('the interval of several launches', () => {
  const centres = [0.1, 0.14, 0.18];

  it('holds across them', () => {
    const found = ofSessions(sessionsOf([centres]), 90);
    const half = (T[2] * sampleStandardDeviation(centres)) / Math.sqrt(3);
    expect(found.interval(0.05)?.high).toBeCloseTo(0.14 + half, 6);
    expect(ratioOf(found)).toMatchObject({ launches: 3, runs: undefined, next: undefined });
    expect(ofSessions(sessionsOf([centres.slice(1)]), 60).interval(0.05)).toBeUndefined();
  });

  it('holds across runs of them, and tells where the next one falls', () => {
    const shifts = [0, 0.2, 0.4];
    const runs = shifts.map((shift) => centres.map((centre) => shift + centre));
    const found = ofSessions(sessionsOf(runs), 270);
    const spread = sampleStandardDeviation(shifts);
    expect(found.interval(0.05)?.high).toBeCloseTo(0.34 + (T[2] * spread) / Math.sqrt(3), 6);
    expect(found.next(0.05)?.low).toBeCloseTo(0.34 - T[2] * spread * Math.sqrt(4 / 3), 6);
    expect(ratioOf(found)).toMatchObject({ sessions: 27, launches: undefined, runs: 3 });
    expect(ofSessions(sessionsOf(runs.slice(1)), 180).next(0.05)).toBeUndefined();
  });

  it('is that of sessions if there is one launch', () => {
    const four = sessionsOf([[0.1]]).concat({ run: 0, launch: 0, value: 0.1 });
    const plain = valuesOf(four.map(({ value }) => value));
    expect(ofSessions(four, 4).interval(0.05)).toEqual(ofSessions(plain, 4).interval(0.05));
  });
});

describe('the median of sessions', () => {
  it('is the geometric mean of the medians of launches, or of runs', () => {
    const values = [1, 2, 4].flatMap((median, launch) =>
      [0.9, 1, 30].map((times) => ({ launch, value: median * times })),
    );
    const { estimate, interval } = medianOfSessions(values) ?? {};
    expect(estimate).toBeCloseTo(2, 9);
    const half = Math.log((interval?.high ?? NaN) / 2);
    expect(half).toBeGreaterThan((T[2] * Math.log(2)) / Math.sqrt(3));
    expect(half).toBeLessThan((1.1 * T[2] * Math.log(2)) / Math.sqrt(3));
    expect((interval?.low ?? NaN) * (interval?.high ?? NaN)).toBeCloseTo(4, 9);
    const runs = values.map(({ launch, value }) => ({ run: launch, launch: 0, value }));
    expect(medianOfSessions(runs)?.estimate).toBeCloseTo(2, 9);
  });

  it('is the median of all if a value is 0, which has no logarithm', () => {
    const values = [0, 1, 2].map((value) => ({ launch: value, value }));
    expect(medianOfSessions(values)).toEqual({ estimate: 1, interval: undefined });
  });
});
