import { describe, expect, it } from 'vitest';
import { analyse } from '../harness/statistics/index.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { findStudy } from '../studies/index.ts';
import { type Finding, findingOf, type RatioFinding } from './finding.ts';
import { answerLines, firstScreenOf } from './first-screen.ts';
import { spaced } from './table.ts';
import { recordFor, study } from './testing/study.ts';

const SUBJECT = 'lumenize/hibernating';
const lumenize = findStudy('lumenize-vs-capnweb');
const run = measuredRun('2026-11-21-every-workload-turn-by-turn-1');
const published = findingOf(run.record, run.analysis, 'complete');
const record = recordFor(20);
const small = findingOf(record, analyse(record, study), 'complete');
const quoted = {
  ratios: ['increment', 'get-value'].map((workload) => ({ workload, arm: SUBJECT, ratio: 1.42 })),
  times: [
    { workload: 'increment', arm: SUBJECT, ms: 0.24 },
    { workload: 'increment', arm: 'capnweb/in-memory', ms: 0.17 },
  ],
  setting: 'wrangler-dev' as const,
  runtime: 'Node.js 22',
};

/** The small finding with its subject's ratio changed. */
function changed(change: Partial<RatioFinding>, end: Finding['end'] = 'complete'): Finding {
  const finding = { ...structuredClone(small), end };
  const [subject] = finding.workloads[0]?.ratios ?? [];
  Object.assign(subject ?? {}, change);
  return finding;
}

describe('the first screen', () => {
  const screen = firstScreenOf(lumenize, published, 'yours', { quoted, published });

  it('answers the first workloads in lines, and counts all', () => {
    expect(answerLines(screen).map(spaced)).toEqual([
      'From here, one call that writes: by hand 0.74 ms · Lumenize’s protocol 0.84 (0.93×, 0.92–0.94) · Cap’n Web 0.89.',
      'From here, one call that reads: by hand 0.29 ms · Lumenize’s protocol 0.36 (0.94×, 0.92–0.97) · Cap’n Web 0.37.',
      'From here, one call, writing and reading in turn: by hand 0.55 ms · Lumenize’s protocol 0.62 (0.94×, 0.92–0.95) · Cap’n Web 0.66.',
      'Lumenize’s protocol is faster than Cap’n Web in 9 of 24 comparisons, slower in 2, within 5 % in 3.',
      '19 comparisons are undecided (one of a thousand calls that read, one of a thousand calls that write, connecting and the first call and 7 more workloads); about 3 h more may settle them.',
    ]);
  });

  it('has a figure of every contestant, whose title is what it shows first', () => {
    const { figure, key, answers } = screen;
    expect(figure.title).toBe(answers[0]?.sentence.slice(0, -1));
    expect(figure.groups).toHaveLength(2);
    const [first] = figure.groups;
    // Of what a source measured, the reference alone ran here.
    expect(first?.rows.map(({ times: all }) => all.map(({ whose }) => whose).join(' '))).toEqual([
      ...Array.from({ length: 4 }, () => 'published yours'),
      'quoted published yours',
    ]);
    const times = first?.rows.map((row) => row.times.at(-1)?.ms ?? 0) ?? [];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(first?.baseline).toBeGreaterThan(0);
    expect(key.map(({ short, name }) => [short, name])).toEqual([
      ['Quoted', 'under wrangler dev'],
      ['Measured here', 'on workerd, from Node.js'],
      ['Yours', 'from here'],
    ]);
  });

  it('says where it is somebody else’s, and when', () => {
    const theirs = firstScreenOf(lumenize, published, 'theirs', {});
    expect(theirs.answers[0]?.sentence).toMatch(/^From there, /);
    expect(theirs.key).toEqual([
      {
        ...{ whose: 'theirs', short: 'Theirs' },
        name: 'on workerd, from Node.js, 21\u00a0November\u00a02026',
      },
    ]);
  });

  it('says why, where there is a baseline', () => {
    expect(spaced(screen.why?.sentence ?? '')).toBe(
      '95 % of the time with Lumenize’s protocol is what a bare WebSocket takes; the protocol adds 5 %.',
    );
    const [first] = published.workloads;
    const workloads = first === undefined ? [] : [{ ...first, arms: [] }];
    const without = firstScreenOf(lumenize, { ...published, workloads }, 'yours', {});
    expect(without.answers).toHaveLength(1);
    expect(without.why).toBeUndefined();
  });
});

describe('what is undecided', () => {
  const openOf = (finding: Finding) => {
    const { open } = firstScreenOf(study, finding, 'yours', {});
    return open === undefined ? undefined : spaced(open);
  };
  const undecided = { ratio: 1.01, low: 0.9, high: 1.1, verdict: 'undecided' as const };

  it('is said with the time it would take, where that is known', () => {
    expect(openOf(changed({ ...undecided, neededMs: 12_000 }))).toBe(
      '1 comparison is undecided (“4 calls | in a row”); about 12 s more may settle it.',
    );
    expect(openOf(changed(undecided))).toBe('1 comparison is undecided (“4 calls | in a row”).');
  });

  it('counts every subject’s comparisons, and adds up what each workload needs', () => {
    const finding = changed({ ...undecided, neededMs: 12_000 });
    const [work] = finding.workloads;
    const ratios = ['one/in-memory', 'raw/in-memory'].map((arm, at) => {
      return { arm, ...undecided, neededMs: 20_000 + at };
    });
    const workloads = [...(work ? [work] : []), { id: 'other', ratios, arms: [] }];
    const two = { ...study, subjects: ['one/in-memory', 'raw/in-memory'] };
    expect(spaced(firstScreenOf(two, { ...finding, workloads }, 'yours', {}).open ?? '')).toBe(
      '3 comparisons are undecided (“4 calls | in a row” and “other”); about 32 s more may settle them.',
    );
  });

  it('is not said where all is decided, or the run was stopped', () => {
    expect(openOf(small)).toBeUndefined();
    expect(openOf(changed(undecided, 'cancelled'))).toBeUndefined();
  });

  it('has no tally where every workload has its sentence', () => {
    expect(firstScreenOf(study, small, 'yours', {}).tally).toBeUndefined();
  });
});

it('answers for every arm that was asked for, in the first workload at least', () => {
  const arms = ['raw/in-memory', 'one/in-memory'];
  const plan = { ...small.plan, reference: 'other/in-memory', subjects: arms };
  const { answers } = firstScreenOf(study, { ...small, plan }, 'yours', {});
  expect(answers.map(({ arm, found }) => [arm, found.ratio.toFixed(1)])).toEqual([
    ['raw/in-memory', '0.5'],
    ['one/in-memory', '1.5'],
  ]);
});

it('has a figure without rows where no ratio counted', () => {
  const { figure, answers } = firstScreenOf(study, { ...small, workloads: [] }, 'yours', {});
  expect(answers).toEqual([]);
  expect(figure).toMatchObject({ title: 'No ratio counted', groups: [] });
});

describe('the published library and what stands in for it', () => {
  const run = measuredRun('2026-11-22-the-published-library-2');
  const both = findingOf(run.record, run.analysis, 'complete');

  it('is about the library where the run has it, with what a source states of it', () => {
    const { answers, note, figure } = firstScreenOf(lumenize, both, 'yours', {
      quoted,
      published: both,
    });
    expect(spaced(answers[0]?.sentence ?? '')).toMatch(
      / Cap’n Web 1\.\d+ · the published Lumenize library 1\.\d+ \(1\.08×, 1\.07–1\.10\)\.$/,
    );
    expect(answers.map((answer) => answer.quoted)).toEqual([
      'Quoted under wrangler dev: 1.42×.',
      'Quoted: 1.42×.',
      undefined,
    ]);
    expect(note).toBeUndefined();
    const quotedIn = figure.groups[0]?.rows.filter(({ times }) => times[0]?.whose === 'quoted');
    expect(quotedIn?.map(({ label }) => label)).toEqual([
      'Cap’n Web',
      'The published Lumenize library',
    ]);
  });

  it('sets no quoted ratio of the library beside what stands in for it, and says how they differ', () => {
    const own = firstScreenOf(lumenize, published, 'yours', { quoted, published: both });
    expect(own.answers.flatMap((answer) => answer.quoted ?? [])).toEqual([]);
    expect(spaced(own.note ?? '')).toContain('took 1.14–1.17 times as long');
  });
});
