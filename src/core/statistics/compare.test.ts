import { describe, expect, it } from 'vitest';
import type { InterimAnalysis, SessionRecord } from '../record/index.ts';
import {
  ARMS,
  COMPARED,
  logNormals,
  madeUpSessions,
  type MadeUpSessions,
  type TurnMaker,
} from '../testing/fixture.ts';
import { spentMs } from './cells.ts';
import { analyse, compare, decidedIn, isSettled } from './index.ts';
import { DECISION_ALPHA, type Judgement } from './verdict.ts';

const WORKLOADS = ['calls', 'streams'];
const made = (madeUp: Partial<MadeUpSessions> & Pick<MadeUpSessions, 'turn'>) =>
  madeUpSessions({ arms: ARMS, workloads: WORKLOADS, sessions: 10, ...madeUp });

/** Turns of arms whose times differ by these factors, with so much noise. */
function scaled(scales: Record<string, number>, spread = 0.01): TurnMaker {
  const draw = logNormals(1);
  return ({ arm }) => draw(1, 1e6 * (scales[arm] ?? 1), spread);
}
const verdictsOf = (judged: readonly Judgement[]) => judged.map(({ verdict }) => verdict);

describe('the comparison of arms', () => {
  const record = made({ turn: scaled({ baseline: 0.5, subject: 1.3 }) });

  it('judges subjects, others and controls, and knows sessions and rounds', () => {
    const { subjects, others, controls, rounds } = analyse(record, COMPARED);
    expect(verdictsOf(subjects)).toEqual(['slower', 'slower']);
    expect(verdictsOf(others)).toEqual(['faster', 'faster']);
    expect(verdictsOf(controls)).toEqual(['equal', 'equal']);
    expect(rounds).toBe(40);
    expect(subjects[0]).toMatchObject({ arm: 'subject', workload: 'calls' });
    expect(subjects[0]?.ratio).toMatchObject({ sessions: 10, rounds: 40 });
  });

  it('stands without any session, and names a reference that is missing', () => {
    const { subjects, controls } = compare({ ...record, sessions: [] }, COMPARED);
    expect(subjects[0]).toMatchObject({ ratio: undefined, verdict: 'undecided', neededMs: 0 });
    expect(controls[0]?.flaw).toBe('no-interval');
    expect(() => compare(record, { ...COMPARED, reference: 'x' })).toThrow('reference is "x"');
  });

  it.each([
    ['an arm', ['subject'], 'subject baseline twin', 'baseline twin'],
    ['the reference', ['reference', 'twin'], 'subject baseline twin', ''],
  ])('has no ratio in a workload that %s cannot do', (_, arms, calls, streams) => {
    const cannot = arms.map((arm) => ({ arm, workload: 'streams', reason: 'It lacks it.' }));
    const found = compare(made({ plan: { cannot }, turn: () => [1000] }), COMPARED);
    const all = [...found.subjects, ...found.others, ...found.controls];
    const armsIn = (id: string) =>
      all.flatMap(({ arm, workload }) => (workload === id ? [arm] : [])).join(' ');
    expect(WORKLOADS.map(armsIn)).toEqual([calls, streams]);
  });

  it('says how much time an undecided one still needs, by its own workload', () => {
    const draw = logNormals(4);
    const turn: TurnMaker = ({ workload }) =>
      Array<number>(workload === 'calls' ? 1 : 5).fill(draw(1, 1e5, 0.4)[0] ?? 0);
    const noisy = made({ turn });
    for (const each of compare(noisy, COMPARED).subjects) {
      const own = noisy.sessions.filter(({ workload }) => workload === each.workload);
      expect(each.verdict).toBe('undecided');
      const sessionMs = spentMs(own) / own.length;
      expect(each.neededMs).toBeCloseTo((each.roundsNeeded ?? NaN) * sessionMs, 9);
    }
  });
});

it.each([
  ['fine', scaled({}, 0.02), undefined],
  ['different from itself', scaled({ twin: 1.2 }, 0.02), 'differs'],
  ['noisier than the margin', scaled({}, 0.5), 'wide'],
] as const)('the A/A control can be %s', (_, turn, flaw) => {
  const [control] = compare(made({ turn }), COMPARED).controls;
  expect(control?.flaw).toBe(flaw);
  // The smallest difference that could have been seen is half the width of its interval.
  const { low = NaN, high = NaN } = control?.ratio?.interval ?? {};
  expect((1 + (control?.resolution ?? NaN)) ** 2).toBeCloseTo(high / low, 9);
});

describe('an interim analysis', () => {
  /** A run that was analysed once, of which one arm is noisy in one workload. */
  function lookedAt(noisy = '', spread = 0, change: Partial<SessionRecord> = {}) {
    const draw = logNormals(5);
    const wild = logNormals(7)(10, 1000, spread);
    const plan = { rule: 'until-decided', budgetMs: 1000, moreMs: 1000 } as const;
    const record = made({
      plan,
      turn: ({ arm, workload, session }) => {
        const factor = noisy === `${workload} ${arm}` ? (wild[session] ?? 0) / 1000 : 1;
        return draw(1, 1e6 * (arm === 'subject' ? 1.5 : 1) * factor, 0.001);
      },
    });
    const look: InterimAnalysis = { atMs: 1, workloads: { calls: 10, streams: 10 } };
    const looked = { ...record, looks: [look], ...change };
    return { decided: decidedIn(looked, COMPARED), subjects: compare(looked, COMPARED).subjects };
  }

  it.each<[string, string, number, string[]]>([
    ['finds workloads decided whose verdicts stand and are sharp', '', 0, WORKLOADS],
    ['leaves one open that has no verdict', 'calls subject', 1, ['streams']],
    ['leaves one open whose verdict is a blur', 'streams subject', 0.06, ['calls']],
    ['leaves one open for the blur of another arm', 'streams baseline', 0.06, ['calls']],
    ['leaves one open for the blur of its control', 'streams twin', 0.06, ['calls']],
  ])('%s', (_, noisy, spread, decided) => {
    const found = lookedAt(noisy, spread);
    expect(found.decided).toEqual(decided);
    expect(verdictsOf(found.subjects)[1]).toBe('slower');
    expect(verdictsOf(found.subjects)[0]).toBe(spread === 1 ? 'undecided' : 'slower');
  });

  it('asks for an interval half as wide as the margin', () => {
    const judged = (half: number): Judgement => {
      const interval = { low: 2 / half, high: 2 * half, level: 0.95 };
      const ratio = { estimate: 2, interval, rounds: 9, sessions: 9 };
      return { verdict: 'slower', ratio, basis: undefined, roundsNeeded: undefined };
    };
    expect(isSettled([judged(1.0249)], [judged(1.0249)], 0.05)).toBe(true);
    expect(isSettled([judged(1.0251)], [], 0.05)).toBe(false);
    expect(isSettled([judged(1.01)], [judged(1.0251)], 0.05)).toBe(false);
  });

  it('spends only its part of the error', () => {
    const { subjects } = lookedAt();
    const { plan } = made({ turn: () => [1] });
    const fixed = lookedAt('', 0, { plan: { ...plan, rule: 'time' } }).subjects;
    const width = ({ basis }: Judgement) => Math.log((basis?.high ?? NaN) / (basis?.low ?? NaN));
    for (const [index, own] of subjects.entries()) {
      // Of two comparisons that both hold, the last is judged by itself.
      expect(1 - (own.basis?.level ?? NaN)).toBeGreaterThanOrEqual(DECISION_ALPHA / 2 - 1e-9);
      expect(width(own)).toBeGreaterThan(width(fixed[index] as Judgement));
    }
  });
});
