import { describe, expect, it } from 'vitest';
import { type Channel, normal, seeded, turnOrder } from '../../../harness/plan/index.ts';
import { runUntil } from '../../../harness/run/index.ts';
import {
  virtualBench,
  type Behaviour,
  VirtualClock,
} from '../../../harness/testing/virtual-bench.ts';
import type { Environment } from '../../../harness/record/index.ts';
import { comparisonOf, comparisonText } from './comparison.ts';
import { pairedPlan, pairedResult, pairStudies } from './paired.ts';
import { atBench } from './sides.ts';
import { type Bench, benchChannel } from '../../../links/link.ts';

const clock = new VirtualClock();
const { study } = virtualBench(clock);
const at = (origin: string) => (channel: Channel) => atBench(origin, channel);
const side = (name: string, changed: Partial<typeof study> = {}) => ({
  ...{ name, study: { ...study, ...changed }, at: at(`http://${name}`) },
});
const arms = study.arms.map(({ id }) => id);
const all = { arms, workloads: undefined };
const both = { base: side('base'), head: side('head') };

describe('pairStudies', () => {
  it('has every arm of both, each reaching its own bench', async () => {
    const bench = virtualBench(clock);
    const own = { study: bench.study };
    const paired = pairStudies({
      ...{ base: { ...both.base, ...own }, head: { ...both.head, ...own }, ...all },
    });
    expect(paired.study.arms.map(({ id }) => id)).toEqual([
      ...['floor', 'reference', 'subject'].flatMap((id) => [`base:${id}`, `head:${id}`]),
      'head:again',
    ]);
    expect(paired.study).toMatchObject({
      reference: 'base:reference',
      subjects: ['head:floor', 'head:reference', 'head:subject'],
    });
    const arm = paired.study.arms.find(({ id }) => id === 'head:subject');
    const connect = await arm?.load();
    const options = { ...(bench.world.through as Bench), object: 'o' };
    const opening = connect?.(benchChannel({ ...options, origin: 'http://neither' }));
    await clock.drive(opening ?? Promise.reject(new Error('no arm')));
    expect(bench.opened[0]?.url).toBe('http://head/subject/o');
  });

  it('takes what both have', () => {
    const base = side('base', {
      arms: study.arms.slice(0, 2),
      workloads: study.workloads.slice(0, 1),
    });
    const paired = pairStudies({ ...both, base, ...all });
    expect(paired.arms).toEqual(['floor', 'reference']);
    expect(paired.study.workloads.map(({ id }) => id)).toEqual(['short']);
    expect(() => pairStudies({ ...both, base, ...all, arms: ['subject'] })).toThrow(
      'configuration: got floor, reference in base and floor, reference, subject in head',
    );
  });

  it('repeats the first arm where the reference was not asked for', () => {
    const paired = pairStudies({ ...both, ...all, arms: ['subject'] });
    expect(paired.study.reference).toBe('base:subject');
  });
});

describe('pairedPlan', () => {
  const paired = pairStudies({ ...both, ...all });
  const length = { rule: 'fixed', rounds: 20 } as const;
  const plan = pairedPlan(paired, length, 5);
  const rounds = (of = plan) => {
    const next = turnOrder(of, 'short', 0);
    return Array.from({ length: 20 }, () => next());
  };

  it('gives every arm of both a turn in each round, those of an arm side by side', () => {
    const armOf = (id: string) => id.split(':').at(-1);
    for (const ids of rounds()) {
      expect(new Set(ids)).toEqual(new Set(plan.arms));
      expect(ids).toHaveLength(8);
      const runs = ids.filter(
        (id, index) => index === 0 || armOf(id) !== armOf(ids[index - 1] ?? ''),
      );
      expect(runs).toHaveLength(5);
    }
  });

  it('lets either revision go first, and the seed decide', () => {
    const firsts = rounds().map((ids) => ids.find((id) => id.endsWith(':subject')));
    expect(new Set(firsts)).toEqual(new Set(['base:subject', 'head:subject']));
    expect(rounds(pairedPlan(paired, length, 5))).toEqual(rounds());
    expect(rounds(pairedPlan(paired, length, 6))).not.toEqual(rounds());
  });
});

describe('pairedResult', () => {
  /** Runs both sides on one virtual bench, whose calls take `delayMs`. */
  async function compared(
    delayMs: (url: string) => number,
    length: Parameters<typeof pairedPlan>[1] = { rule: 'fixed', rounds: 12 },
    extensionsOf: (arm: string) => string = () => 'virtual',
  ) {
    const ownClock = new VirtualClock();
    let calls = 0;
    const behave: Behaviour = ({ socket }) =>
      ownClock.sleep(delayMs(socket.url) + 1e-5 * ((calls += 1) % 7));
    const { study: own, world } = virtualBench(ownClock, behave);
    const sides = { base: { ...both.base, study: own }, head: { ...both.head, study: own } };
    const paired = pairStudies({ ...sides, arms, workloads: ['short'] });
    const plan = pairedPlan(paired, length, 1);
    const { sessions: ran, looks } = await ownClock.drive(
      runUntil({ ...{ study: paired.study, plan, world, clockStepUs: 1 } }),
    );
    const sessions = ran.map((session) => ({
      ...session,
      arms: session.arms.map((each) => ({ ...each, extensions: extensionsOf(each.arm) })),
    }));
    const environment = { clockStepUs: 1 } as Environment;
    return pairedResult(own, paired, { plan, sessions, looks, environment }, 0.05);
  }

  it('finds the arm that the head slows down, and no other', async () => {
    const comparison = await compared((url) => (url.startsWith('http://head/subject') ? 3 : 2));
    expect(comparison.rows.map(({ arm, verdict }) => [arm, verdict])).toEqual([
      ['floor', 'equal'],
      ['reference', 'equal'],
      ['subject', 'slower'],
    ]);
    expect(comparison.rows[2]?.ratio?.estimate).toBeCloseTo(1.5, 2);
    expect(comparison.rounds).toBe(12);
    const place = { source: '/x', commit: null, dirty: false };
    const sides = { base: { name: 'old', ...place }, head: { name: 'new', ...place } };
    const real = { study: 'lumenize-vs-capnweb' };
    const rows = comparison.rows.map((row) => ({ ...row, ...real }));
    const found = { ...comparison, ...real, rows, changed: ['subject'] };
    const whole = comparisonOf(sides, [found], ['A note.']);
    expect(whole.slower).toMatchObject([{ arm: 'subject', workload: 'short' }]);
    const text = comparisonText(whole);
    expect(text).toMatch(
      /short\n[^]*subject +2\.00 \(.*\) +3\.00 \(.*\) +1\.50× \(1\.50–1\.50\) +slower/,
    );
    expect(text).toContain('new ÷ old');
    expect(text).toContain('Changed in lumenize-vs-capnweb: subject');
  });

  it('finds a slowdown of five per cent in noise like a real bench’s, in well under two minutes', async () => {
    const random = seeded(11);
    const noisyMs = (ms: number) => ms * Math.exp(0.25 * normal(random));
    const comparison = await compared(
      (url) => noisyMs(url.startsWith('http://head/subject') ? 2.1 : 2),
      { rule: 'time', budgetMs: 60_000 },
    );
    const verdicts = comparison.rows.map(({ arm, verdict }) => [arm, verdict]);
    expect(verdicts).toContainEqual(['subject', 'slower']);
    expect(verdicts).not.toContainEqual(['floor', 'slower']);
    expect(verdicts).not.toContainEqual(['reference', 'slower']);
  });

  it('gives no verdict where one side of an arm used compression, and says so first', async () => {
    const deflate = (arm: string) => (arm === 'head:subject' ? 'permessage-deflate' : '');
    const { rows, doubts } = await compared(
      (url) => (url.startsWith('http://head/subject') ? 3 : 2),
      undefined,
      deflate,
    );
    expect(rows.map(({ verdict }) => verdict)).toEqual(['equal', 'equal', undefined]);
    expect(rows[2]?.ratio?.estimate).toBeCloseTo(1.5, 2);
    expect(doubts).toEqual([
      'Compression: subject (head) used permessage-deflate and subject (base) did not, so no verdict is given.',
    ]);
  });

  it('has nothing to fail on where nothing changed', async () => {
    const comparison = await compared(() => 2);
    expect(comparison.rows.every(({ verdict }) => verdict === 'equal')).toBe(true);
  });
});
