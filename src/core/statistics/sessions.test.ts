import { mean, sampleStandardDeviation } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { normal, seeded } from '../plan/index.ts';
import type { InterimAnalysis, Session, SessionRecord } from '../record/index.ts';
import { madeUpSessions, type MadeUpSessions } from '../testing/fixture.ts';
import { analyse, compare, decidedIn } from './index.ts';
import { type Cell, cellsOf, spentMs, unitsOf } from './cells.ts';
import { isUnderClock, summarise } from './summary.ts';
import { FEWEST_SESSIONS, ofSessions } from './clusters.ts';
import { pairedLogRatios, ratioOf } from './ratio.ts';
import { DECISION_ALPHA } from './verdict.ts';

const ARMS = ['baseline', 'reference', 'subject', 'twin'];
const options = { reference: 'reference', subjects: ['subject'], margin: 0.05 };

const made = (madeUp: Partial<MadeUpSessions> & Pick<MadeUpSessions, 'turn'>) =>
  madeUpSessions({ arms: ARMS, sessions: 10, ...madeUp });
const cell = (record: SessionRecord, arm: string): Cell => {
  const found = cellsOf(record).find((each) => each.arm === arm);
  if (found === undefined) throw new Error(`no cell of ${arm}`);
  return found;
};

describe('the cells of sessions', () => {
  const record = made({
    sessions: 2,
    rounds: 3,
    turn: ({ session, round }) => [1000 + 10 * session + round],
  });
  const [first, second] = record.sessions as [Session, Session];

  it('hold every turn with its session and its connection', () => {
    const { units } = cell(record, 'subject');
    expect(units.map(({ session, round, samplesUs }) => [session, round, ...samplesUs])).toEqual([
      [0, 0, 1000],
      [0, 1, 1001],
      [0, 2, 1002],
      [1, 0, 1010],
      [1, 1, 1011],
      [1, 2, 1012],
    ]);
    expect(units[0]).toMatchObject({ connectUs: 2000, extensions: '' });
  });

  it('leave out a discarded turn alone, and all turns of a discarded session', () => {
    const at = first.turns.findIndex(({ arm }) => arm === 'subject');
    const turn = { ...first.turns[at], void: 'closed', detail: 'it closed' } as Session['turns'][0];
    const arms = second.arms.map((arm) =>
      arm.arm === 'twin' ? { ...arm, void: 'check' as const, detail: 'got 1, expected 2' } : arm,
    );
    const sessions = [
      { ...first, turns: first.turns.with(at, turn) },
      { ...second, arms },
    ];
    const broken = { ...record, sessions };
    expect(cell(broken, 'subject')).toMatchObject({
      discarded: { length: 1 },
      units: { length: 5 },
    });
    expect(cell(broken, 'twin')).toMatchObject({ discarded: { length: 3 }, units: { length: 3 } });
    const details = unitsOf(broken).flatMap(({ unit }) => unit.detail ?? []);
    expect(details).toEqual(['it closed', ...[0, 1, 2].map(() => 'got 1, expected 2')]);
  });

  it('count an arm that never had a turn as discarded once', () => {
    const arms: Session['arms'] = [
      { arm: 'baseline', warmUp: 0, void: 'connect', detail: 'refused' },
      ...second.arms.slice(1),
    ];
    const turns = second.turns.filter(({ arm }) => arm !== 'baseline');
    const broken = { ...record, sessions: [first, { ...second, arms, turns }] };
    expect(cell(broken, 'baseline')).toMatchObject({
      discarded: { length: 1 },
      units: { length: 3 },
    });
    expect(cell(broken, 'subject').discarded).toEqual([]);
  });

  it('give medians over sessions of the medians of their turns', () => {
    const wild = made({
      sessions: 5,
      rounds: 3,
      // Session medians 1, 2, 3, 4, 5 ms; a wild turn in each moves none of them.
      turn: ({ session, round }) => [1000 * (session + 1) * (round === 2 ? 50 : 1)],
    });
    const summary = summarise(cell(wild, 'subject'));
    expect(summary).toMatchObject({
      ...{ counted: 15, void: 0, connectMs: undefined },
      msPerOperation: { estimate: 3, interval: { low: 1, high: 5, level: 0.9375 } },
      framesPerOperation: { out: 10, in: 10 },
    });
    // Opened one by one, a connection’s time is its own.
    const cold = { ...cell(wild, 'subject'), load: { cold: true } } as const;
    expect(summarise(cold).connectMs).toMatchObject({ estimate: 2 });
  });

  it('give each figure for an operation, in its own unit', () => {
    const even = made({
      arms: ['subject'],
      sessions: 3,
      turn: () => ({
        samplesUs: [1000, 3000],
        frames: { out: 6, in: 4 },
        bytes: { out: 300, in: 5000 },
        ...{ roundTrips: 4, readings: { firstUs: 2500 } },
      }),
    });
    const sessions = even.sessions.map((session) => ({
      ...session,
      arms: session.arms.map((arm) => ({ ...arm, connectUs: 7500, networkUs: 1250 })),
    }));
    const plan = {
      ...even.plan,
      loads: { calls: { cold: true, bytesPerOperation: 4000 } },
    } as const;
    expect(summarise(cell({ ...even, plan, sessions }, 'subject'))).toMatchObject({
      ...{ counted: 12, msPerOperation: { estimate: 2 }, operationsPerSecond: { estimate: 500 } },
      ...{ connectMs: { estimate: 7.5 }, networkMs: 1.25, firstMs: 2.5 },
      megabytesPerSecond: { estimate: 2 },
      framesPerOperation: { out: 3, in: 2 },
      bytesPerOperation: { out: 150, in: 2500 },
      roundTripsPerOperation: 2,
    });
  });

  it.each<[number[], boolean]>([
    [[9, 9, 100], true],
    [[1, 10, 10], false],
    [[10, 10, 10], false],
    [[9, 10, 11], false],
  ])('of %j µs say nothing one by one on a clock of 1 µs: %s', (samplesUs, isShort) => {
    const { units, load } = cell(record, 'subject');
    expect(isUnderClock({ units, load }, samplesUs, 1)).toBe(isShort);
    const coarse = samplesUs.map((us) => 100 * us);
    expect(isUnderClock({ units, load }, coarse, 100)).toBe(isShort);
  });

  it('name the reason of most discarded turns, in how many of the sessions', () => {
    const reasons = ['error', 'stalled', 'stalled', 'stalled'] as const;
    const broken = made({
      sessions: 4,
      turn: ({ session, round }) => ({
        samplesUs: [1000],
        ...(session > 0 && { void: reasons[round] ?? 'error', detail: `round ${round}` }),
      }),
    });
    expect(summarise(cell(broken, 'subject'))).toMatchObject({
      ...{ counted: 4, void: 12 },
      failure: { reason: 'stalled', detail: 'round 1', sessions: 3, of: 4 },
    });
  });

  it('know the time that sessions took, opening and all', () => {
    expect(spentMs(record.sessions)).toBeCloseTo((first.turnsUs + second.turnsUs) / 1000 + 6, 9);
  });
});

describe('paired ratios of sessions', () => {
  it('are one for each session: the Hodges–Lehmann estimate of its rounds', () => {
    const logs = [0.1, 0.3, 0.2, 5];
    const record = made({
      sessions: 6,
      turn: ({ arm, session, round }) =>
        arm === 'subject' ? [Math.round(1e9 * Math.exp((logs[round] ?? 0) + session))] : [1e9],
    });
    const ratios = pairedLogRatios(cell(record, 'subject'), cell(record, 'reference'));
    expect(ratios).toMatchObject({ rounds: 24, values: { length: 6 } });
    // Of the ten Walsh averages of 0.1, 0.2, 0.3 and 5, the middle ones are 0.25 and 0.3.
    for (const [session, value] of ratios.values.entries()) {
      expect(value).toBeCloseTo(0.275 + session, 6);
    }
  });

  it('pair turns by round and session, and leave out what has no pair or took no time', () => {
    const record = made({
      sessions: 4,
      // What slows a round slows both arms.
      turn: ({ arm, session, round }) => {
        const slow = 1 + ((session * 7 + round * 3) % 5);
        if (arm === 'subject' && session === 0 && round === 0)
          return { samplesUs: [9e9], void: 'closed' };
        if (arm === 'reference' && session === 1 && round === 1) return [0];
        return [1000 * slow * (arm === 'subject' ? 1.5 : 1)];
      },
    });
    const ratios = pairedLogRatios(cell(record, 'subject'), cell(record, 'reference'));
    expect(ratios.rounds).toBe(14);
    for (const value of ratios.values) expect(value).toBeCloseTo(Math.log(1.5), 9);
  });

  it('have Student’s t interval over sessions', () => {
    const values = [0.1, 0.12, 0.09, 0.11, 0.13];
    const interval = ofSessions(
      values.map((value) => ({ value })),
      40,
    ).interval(0.05);
    // The quantile of Student’s t with four degrees of freedom, as tables print it.
    const half = (2.776445 * sampleStandardDeviation(values)) / Math.sqrt(5);
    expect(interval?.low).toBeCloseTo(mean(values) - half, 6);
    expect(interval?.high).toBeCloseTo(mean(values) + half, 6);
  });

  it('have no interval for fewer than four sessions, whatever their rounds', () => {
    const values = [0.1, 0.11, 0.12, 0.13].map((value) => ({ value }));
    const of = (sessions: number) => ofSessions(values.slice(0, sessions), 20 * sessions);
    expect(FEWEST_SESSIONS).toBe(4);
    expect(ratioOf(of(3))).toMatchObject({ interval: undefined, sessions: 3, rounds: 60 });
    expect(ratioOf(of(4))?.interval?.level).toBe(0.95);
    expect(ratioOf(of(0))).toBeUndefined();
  });
});

describe('the analysis of sessions', () => {
  const random = seeded(1);
  const scales: Record<string, number> = { baseline: 0.5, subject: 1.3 };
  const record = made({
    workloads: ['calls', 'streams'],
    turn: ({ arm }) => [Math.round(1e6 * (scales[arm] ?? 1) * Math.exp(0.01 * normal(random)))],
  });

  it('judges subjects, others and controls, and knows sessions and rounds', () => {
    const found = analyse(record, options);
    const verdicts = (judged: typeof found.subjects) => judged.map(({ verdict }) => verdict);
    expect(verdicts(found.subjects)).toEqual(['slower', 'slower']);
    expect(verdicts(found.others)).toEqual(['faster', 'faster']);
    expect(verdicts(found.controls)).toEqual(['equal', 'equal']);
    expect(found.rounds).toBe(40);
    expect(found.subjects[0]?.ratio).toMatchObject({ sessions: 10, rounds: 40 });
  });

  it('stands without any session', () => {
    const { subjects, controls } = analyse({ ...record, sessions: [] }, options);
    expect(subjects[0]).toMatchObject({ ratio: undefined, verdict: 'undecided', neededMs: 0 });
    expect(controls[0]?.flaw).toBe('no-interval');
  });

  it('says how much time an undecided comparison still needs, by its own workload', () => {
    const noisy = made({
      workloads: ['calls', 'streams'],
      turn: ({ workload }) => {
        const us = 1e5 * Math.exp(0.4 * normal(random));
        return Array.from({ length: workload === 'calls' ? 1 : 5 }, () => Math.round(us));
      },
    });
    const [calls, streams] = compare(noisy, options).subjects;
    for (const each of [calls, streams]) {
      const own = noisy.sessions.filter(({ workload }) => workload === each?.workload);
      expect(each?.verdict).toBe('undecided');
      expect(each?.neededMs).toBeCloseTo(
        ((each?.roundsNeeded ?? NaN) * spentMs(own)) / own.length,
        6,
      );
    }
  });
});

describe('an interim analysis', () => {
  const at = (sessions: readonly Session[], ...ids: string[]): InterimAnalysis => ({
    atMs: 1,
    workloads: Object.fromEntries(
      ids.map((id) => [id, sessions.filter(({ workload }) => workload === id).length]),
    ),
  });
  const analysedAt = (
    spread: Partial<Record<string, number>>,
    change: (record: SessionRecord) => SessionRecord = (same) => same,
  ) => {
    const random = seeded(5);
    const record = made({
      workloads: ['calls', 'streams'],
      plan: { rule: 'until-decided', budgetMs: 1000, moreMs: 1000 },
      turn: ({ arm, workload, session }) => {
        const wild =
          (spread[`${workload} ${arm}`] ?? 0.001) * normal(seeded(session * 31 + arm.length));
        const us = 1e6 * (arm === 'subject' ? 1.5 : 1) * Math.exp(wild + 0.001 * normal(random));
        return [Math.round(us)];
      },
    });
    const { sessions } = record;
    const looked = change({ ...record, looks: [at(sessions, 'calls', 'streams')] });
    return { decided: decidedIn(looked, options), subjects: compare(looked, options).subjects };
  };

  it('finds workloads decided whose verdicts stand and whose intervals are sharp', () => {
    expect(analysedAt({}).decided).toEqual(['calls', 'streams']);
  });

  it('leaves open what has no verdict yet', () => {
    const { decided, subjects } = analysedAt({ 'calls subject': 1 });
    expect(subjects.map(({ verdict }) => verdict)).toEqual(['undecided', 'slower']);
    expect(decided).toEqual(['streams']);
  });

  it('leaves open what is decided on a blur, be it of an arm that is no subject', () => {
    for (const arm of ['subject', 'baseline', 'twin']) {
      const { decided, subjects } = analysedAt({ [`streams ${arm}`]: 0.06 });
      expect(subjects.map(({ verdict }) => verdict)).toEqual(['slower', 'slower']);
      expect(decided, arm).toEqual(['calls']);
    }
  });

  it('spends only its part of the error', () => {
    const { subjects } = analysedAt({});
    // Of two comparisons that both hold, the last is judged alone.
    for (const { basis } of subjects) {
      expect(1 - (basis?.level ?? NaN)).toBeGreaterThanOrEqual(DECISION_ALPHA / 2 - 1e-9);
      expect(basis?.level).toBeLessThan(1);
    }
    const fixed = analysedAt({}, (record) => ({
      ...record,
      plan: { ...record.plan, rule: 'time' },
    }));
    const width = ({ basis }: (typeof subjects)[0]) =>
      Math.log((basis?.high ?? NaN) / (basis?.low ?? NaN));
    for (const [index, own] of subjects.entries()) {
      expect(width(own)).toBeGreaterThan(width(fixed.subjects[index] as typeof own));
    }
  });
});
