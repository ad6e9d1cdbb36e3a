import { describe, expect, it } from 'vitest';
import { normal, seeded, turnOrder } from '../../../core/plan/index.ts';
import { type End, recordOf, runUntil } from '../../../core/run/index.ts';
import { type Behaviour, VirtualClock, virtualBench } from '../../../core/testing/virtual-bench.ts';
import { madeUpSessions } from '../../../core/testing/fixture.ts';
import { type Ratio, visibleFrom } from '../../../core/statistics/index.ts';
import type { Outside } from '../../../core/record/index.ts';
import { findOutline } from '../../../libraries/studies/outlines.ts';
import { noMeter } from '../../../wire/links/link.ts';
import type { AnyStudy } from '../../../libraries/studies/study-types.ts';
import { reportText, summaryText } from '../report.ts';
import { type Compared, comparisonOf } from './comparison.ts';
import { pairedPlan, pairStudies } from './run.ts';

const clock = new VirtualClock();
const study = virtualBench(clock).study as unknown as AnyStudy;
const side = (name: string, changed: Partial<AnyStudy> = {}) => ({
  name,
  study: { ...study, ...changed },
  origin: `http://${name}`,
});
const arms = study.arms.map(({ id }) => id);
const sides = [side('base'), side('head')] as const;
const all = { sides, arms, workloads: undefined };

const STUDY = 'lumenize-vs-capnweb';
const complete: End = { kind: 'complete', why: 'time' };
const place = { source: '/x', commit: '0123456789abcdef', dirty: true };
const compared: Compared = {
  base: { name: 'base', ...place },
  head: { name: 'head', ...place },
  study: STUDY,
  margin: 0.05,
  changed: ['subject'],
};
const folders = { compared, study: findOutline(STUDY) };

describe('a study of two sides', () => {
  it('has every arm of both, each reaching its own bench', async () => {
    const bench = virtualBench(clock);
    const own = bench.study as unknown as AnyStudy;
    const paired = pairStudies({ ...all, sides: [side('base', own), side('head', own)] });
    expect(paired.study.arms.map(({ id }) => id)).toEqual([
      ...['plain', 'reference', 'subject'].flatMap((id) => [`base:${id}`, `head:${id}`]),
      'head:again',
    ]);
    expect(paired.study).toMatchObject({
      reference: 'base:reference',
      subjects: ['head:plain', 'head:reference', 'head:subject'],
    });
    const arm = paired.study.arms.find(({ id }) => id === 'head:subject');
    const open = await arm?.load();
    const to = { ...bench.world.ends, origin: 'http://neither', object: 'o' };
    const opening = open?.({ ...to, meter: noMeter, deadlineMs: 1000 });
    await clock.drive(opening ?? Promise.reject(new Error('no arm')));
    expect(bench.opened[0]?.url).toBe('http://head/subject/o');
  });

  it('takes what both have, and repeats the first arm where the reference was not asked for', () => {
    const [arm, workload] = [study.arms.slice(0, 2), study.workloads.slice(0, 1)];
    const fewer = [side('base', { arms: arm, workloads: workload }), side('head')] as const;
    const paired = pairStudies({ ...all, sides: fewer });
    expect(paired.study.subjects).toEqual(['head:plain', 'head:reference']);
    expect(paired.study.workloads.map(({ id }) => id)).toEqual(['short']);
    expect(pairStudies({ ...all, arms: ['subject'] }).study.reference).toBe('base:subject');
  });

  it.each<[arms: number, operations: number, message: string]>([
    [0, 2, 'got [] and [], expected one configuration or more in common'],
    [18, 2, 'got 18 configurations in common, expected at most 17, for which a record has places'],
    [1, 0, 'got [] and [], expected one operation or more in common'],
  ])('has no run with %i configurations and %i operations', (count, operations, message) => {
    const made = Array.from({ length: count }, (_, at) => ({ ...study.arms[0], id: `arm-${at}` }));
    const workloads = study.workloads.slice(0, operations);
    const own = { arms: made as unknown as AnyStudy['arms'], workloads };
    const many = { sides: [side('base', own), side('head', own)] as const, workloads: undefined };
    expect(() => pairStudies({ ...many, arms: made.map(({ id }) => id) })).toThrow(message);
  });

  it('gives every arm a turn in each round, the sides of one next to each other, in an order of the seed', () => {
    const paired = pairStudies(all);
    const rounds = (seed: number) => {
      const next = turnOrder(pairedPlan(paired, 1000, seed, 1), 'short', 0);
      return Array.from({ length: 20 }, () => next());
    };
    const armOf = (id: string) => id.split(':').at(-1);
    for (const ids of rounds(5)) {
      expect(new Set(ids).size).toBe(8);
      const runs = ids.filter((id, at) => at === 0 || armOf(id) !== armOf(ids[at - 1] ?? ''));
      expect(runs).toHaveLength(5);
    }
    const firsts = rounds(5).map((ids) => ids.find((id) => id.endsWith(':subject')));
    expect(new Set(firsts)).toEqual(new Set(['base:subject', 'head:subject']));
    expect(rounds(5)).toEqual(rounds(5));
    expect(rounds(6)).not.toEqual(rounds(5));
  });
});

describe('a comparison', () => {
  /** Runs both sides on one virtual bench, whose calls take `delayMs`. */
  async function compare(
    delayMs: (url: string) => number,
    { stopped = false, outside = [] as Outside[] } = {},
  ) {
    const ownClock = new VirtualClock();
    let calls = 0;
    const behave: Behaviour = ({ socket }) =>
      ownClock.sleep(delayMs(socket.url) + 1e-5 * ((calls += 1) % 7));
    const { study: made, world } = virtualBench(ownClock, behave);
    const own = { ...made, id: STUDY } as unknown as AnyStudy;
    const both = [side('base', own), side('head', own)] as const;
    const paired = pairStudies({ sides: both, arms, workloads: ['short'] });
    const plan = pairedPlan(paired, 2000, 1, 1);
    const { end, ...soFar } = await ownClock.drive(runUntil({ study: paired.study, plan, world }));
    const { environment } = madeUpSessions({ arms, sessions: 1, turn: () => [1] });
    environment.outside = outside;
    const record = recordOf({ plan, environment, startedAt: new Date(0), end, ...soFar });
    return comparisonOf(record, stopped ? { kind: 'cancelled' } : end, folders, true);
  }
  const isSlowed = (url: string) => url.startsWith('http://head/subject');

  it('finds the arm that the head slows down, and no other', async () => {
    const found = await compare((url) => (isSlowed(url) ? 3 : 2));
    expect(found.document.rows.map((row) => [row.arm, row.class])).toEqual([
      ['plain', 'within'],
      ['reference', 'within'],
      ['subject', 'slower-by-margin'],
    ]);
    expect(found.document.rows[2]?.ratio?.value).toBeCloseTo(1.5, 2);
    expect(found).toMatchObject({
      document: { kind: 'folders', study: 'lumenize-vs-capnweb', changed: ['subject'] },
      failures: [expect.stringMatching(/^Slower: subject, short: 1\.50× \(1\.50–1\.50\)\.$/)],
    });
    const text = reportText(found);
    expect(text).toMatch(
      /\nsubject +2\.0+ +3\.0+ +1\.50× \(1\.50–1\.50\) +slower by 5 % or more +\d+(\.\d)? %\n/,
    );
    expect(text).toMatch(/head ÷ base[^]*A\/A control: 1\.00×/);
    expect(text).toContain('Changed: subject');
    expect(text).toMatch(/^head compared with base: Lumenize RPC and Cap’n Web\n/);
  });

  it('is titled by the library of two folders, which no study knows', async () => {
    const versions = { pairs: '1.0.0' };
    const pairs = { id: 'pairs', label: 'Pairs', versions, served: 'beside', digest: '' } as const;
    const { title } = await compare(() => 2, { outside: [{ ...pairs, arms: [] }] });
    expect(title).toBe('head compared with base: Pairs');
  });

  it('names a comparison that is too noisy for the limit, and none that is decided', async () => {
    const random = seeded(5);
    const wildMs = (ms: number) => ms * Math.exp(normal(random));
    const found = await compare((url) => (isSlowed(url) ? wildMs(2) : 2));
    expect(found.document.rows.map((row) => row.class)).toEqual(['within', 'within', 'open']);
    expect(found.unseen).toEqual([
      expect.stringMatching(
        /^Could not have seen 5 %: subject, short: \d\.\d\d× \(0\.\d\d–1\.\d\d\)\.$/,
      ),
    ]);
    expect(found.failures).toEqual([]);
    const shown = summaryText(found);
    expect(shown).toMatch(
      /^```text\nhead compared [^]*\nsubject +2\.\d+ .* cannot tell +\d+ %\n[^]*\n```\n/,
    );
    expect(shown).toContain(`\n- ${found.unseen[0]}\n`);
  });

  it('has nothing to fail on where nothing changed, or the run was stopped by hand', async () => {
    const alike = await compare(() => 2);
    expect(alike.document.rows.every((row) => row.class === 'within')).toBe(true);
    expect([alike.failures, alike.unseen]).toEqual([[], []]);
    const stopped = await compare((url) => (isSlowed(url) ? 3 : 2), { stopped: true });
    expect(stopped.failures).toEqual([]);
    expect(reportText(stopped)).not.toMatch(/Verdict\n/);
  });
});

describe('the limit of a comparison', () => {
  it.each([
    [[1.04], 'within', []],
    [[1.051], 'slower-by-margin', ['Slower: subject, short: 1.05× (1.05–1.05).']],
    // Slower for certain, but not for certain by more than the margin, and by its own value not so.
    [[1.005, 1.035, 1.045, 1.09], 'slower', []],
    [[0.8], 'faster-by-margin', []],
  ])('with sessions of the ratios %j is %s, and fails with %j', (ratios, found, failures) => {
    const record = madeUpSessions({
      arms: ['base:subject', 'head:subject', 'control'],
      workloads: ['short'],
      sessions: 24,
      plan: { reference: 'base:subject', subjects: ['head:subject'] },
      turn: ({ arm, session }) => {
        const ratio = ratios[session % ratios.length] ?? NaN;
        return [Math.round(1e6 * (arm === 'head:subject' ? ratio : 1))];
      },
    });
    const report = comparisonOf({ ...record, study: STUDY }, complete, folders, true);
    expect([report.document.rows[0]?.class, report.failures]).toEqual([found, failures]);
    const value = '/x, commit 0123456789 with changes';
    expect(report.facts[0]).toEqual({ term: 'base', value });
  });

  it('judges the ratio that it shows, also beside a noisy control', () => {
    const record = madeUpSessions({
      arms: ['base:subject', 'head:subject', 'control'],
      workloads: ['short'],
      sessions: 24,
      plan: { reference: 'base:subject', subjects: ['head:subject'] },
      turn: ({ arm, session }) => [arm === 'control' ? 10 + (session % 5) : 10],
    });
    const report = comparisonOf({ ...record, study: STUDY }, complete, folders, true);
    const [row] = report.document.rows;
    const ratio = row?.ratio as unknown as Ratio;
    expect(row?.visible).toBe(visibleFrom(ratio, 1));
    expect(reportText(report)).toContain('Could see: the smallest difference');
  });
});
