import { describe, expect, it } from 'vitest';
import { normal, seeded, type Random } from '../plan/index.ts';
import type { ClientLoad, SessionRecord } from '../record/index.ts';
import { madeUpRecord, madeUpSessions, type MadeUp } from '../testing/fixture.ts';
import { notices, trendScore } from './notices.ts';

const samples = (count: number, draw: () => number) =>
  Array.from({ length: count }, () => Math.round(draw()));

const namesOf = (madeUp: Partial<MadeUp> & Pick<MadeUp, 'block'>) =>
  notices(madeUpRecord({ arms: ['one'], rounds: 20, ...madeUp })).map(({ name }) => name);

const logNormal = (random: Random, medianUs: number, spread: number) =>
  medianUs * Math.exp(spread * normal(random));

describe('notices', () => {
  it('are silent on ordinary runs, heavy tails included', () => {
    const random = seeded(1);
    const ordinary: Record<string, () => number> = {
      'log-normal': () => logNormal(random, 1000, 0.4),
      'wide log-normal': () => logNormal(random, 1000, 0.9),
      exponential: () => 300 - 1000 * Math.log(1 - random()),
      pareto: () => 1000 * (1 - random()) ** (-1 / 2),
    };
    const found: string[] = [];
    for (let run = 0; run < 20; run++) {
      for (const [kind, draw] of Object.entries(ordinary)) {
        const names = namesOf({
          arms: ['one', 'two'],
          rounds: 12,
          block() {
            const block = Math.exp(0.08 * normal(random));
            return samples(20, () => block * draw());
          },
        });
        found.push(...names.map((name) => `${kind}: ${name}`));
      }
    }
    // At most one in a hundred records, of 80.
    expect(found.length, found.join(', ')).toBeLessThanOrEqual(1);
  });

  it('sees samples under ten steps of the clock', () => {
    const random = seeded(3);
    const block = () => samples(20, () => 100 * Math.round(logNormal(random, 5, 0.2)));
    expect(namesOf({ clockStepUs: 100, block })).toEqual(['clock']);
  });

  it('sees drift, and names the workload once where every arm drifts', () => {
    const random = seeded(5);
    const record = madeUpRecord({
      arms: ['one', 'two'],
      rounds: 20,
      block: ({ round }) => samples(20, () => (1 + round / 20) * logNormal(random, 1000, 0.2)),
    });
    expect(notices(record)).toEqual([
      expect.objectContaining({ name: 'drift', workload: 'calls' }),
    ]);
    expect(notices(record)[0]?.arm).toBeUndefined();
  });

  it('sees two humps, between blocks and inside them', () => {
    const random = seeded(6);
    const inside = () => samples(20, () => (random() < 0.3 ? 2 : 1) * logNormal(random, 1000, 0.1));
    expect(namesOf({ block: inside })).toEqual(['two-humps']);
    const between = () => {
      const route = random() < 0.4 ? 2 : 1;
      return samples(20, () => route * logNormal(random, 1000, 0.1));
    };
    expect(namesOf({ block: between })).toEqual(['two-humps']);
  });

  it('leave void blocks alone and have nothing to say of an empty record', () => {
    expect(namesOf({ block: () => ({ samplesUs: [0, 0], void: 'closed' }) })).toEqual([]);
    expect(namesOf({ rounds: 0, planned: 5, block: () => [] })).toEqual([]);
  });
});

describe('notices of sessions', () => {
  const record = (
    turn: (session: number) => number,
    load: (session: number) => ClientLoad = () => ({}),
    environment: Partial<SessionRecord['environment']> = {},
  ): SessionRecord => {
    const random = seeded(8);
    const made = madeUpSessions({
      arms: ['one', 'two'],
      sessions: 20,
      turn: ({ session }) => samples(10, () => turn(session) * logNormal(random, 1000, 0.2)),
    });
    const sessions = made.sessions.map((each) => ({ ...each, load: load(each.session) }));
    return { ...made, sessions, environment: { ...made.environment, ...environment } };
  };
  const steady = () => 1;

  it('are silent on ordinary runs, of a client that is busy as usual', () => {
    const busy = { cpuCount: 4, loadAverage: 1 };
    expect(
      notices(record(steady, (session) => ({ system: 0.4 + (session % 3) / 10 }), busy)),
    ).toEqual([]);
    expect(notices({ ...record(steady), sessions: [] })).toEqual([]);
  });

  it('see a machine that was busy before', () => {
    const environment = { cpuCount: 4, loadAverage: 3.5 };
    expect(notices(record(steady, undefined, environment))).toEqual([{ name: 'busy' }]);
  });

  it.each([
    ['busier', 0.3, 0.6],
    ['less busy', 0.6, 0.3],
  ])('see a machine that became %s', (_how, early, late) => {
    const load = (session: number) => ({ system: session < 10 ? early : late });
    expect(notices(record(steady, load))).toEqual([
      { name: 'load-changed', by: expect.closeTo(late - early) as number },
    ]);
  });

  it('read drift from sessions, not from rounds, which begin anew in each', () => {
    const random = seeded(9);
    const made = madeUpSessions({
      arms: ['one', 'two'],
      sessions: 20,
      turn: ({ round }) => samples(10, () => (1 + round / 10) * logNormal(random, 1000, 0.05)),
    });
    expect(notices(made).map(({ name }) => name)).not.toContain('drift');
  });
});

describe('trendScore', () => {
  it('is the score of Mann and Kendall', () => {
    // Ten ascending values: S = 45, variance 10 · 9 · 25 ÷ 18 = 125.
    expect(trendScore([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBeCloseTo(44 / Math.sqrt(125), 12);
    expect(trendScore([3, 2, 1])).toBeCloseTo(-trendScore([1, 2, 3]), 12);
    expect(trendScore([2, 2, 2])).toBe(0);
    expect(trendScore([])).toBe(0);
  });
});
