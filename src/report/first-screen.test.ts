import { describe, expect, it } from 'vitest';
import { analyse } from '../harness/statistics/index.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { findStudy } from '../studies/index.ts';
import { findingOf } from './finding.ts';
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
  times: [
    { workload: 'increment', arm: SUBJECT, ms: 0.24 },
    { workload: 'increment', arm: 'capnweb/in-memory', ms: 0.17 },
  ],
  setting: 'wrangler-dev' as const,
};

describe('the first screen', () => {
  const screen = firstScreenOf(lumenize, published, 'yours', { quoted, published });

  it('answers the first workloads in lines', () => {
    expect(answerLines(screen).map(spaced)).toEqual([
      'From here, one call that writes: by hand 0.74 ms · Lumenize’s protocol 0.84 (0.93×, 0.92–0.94) · Cap’n Web 0.89.',
      'From here, one call that reads: by hand 0.29 ms · Lumenize’s protocol 0.36 (0.94×, 0.92–0.97) · Cap’n Web 0.37.',
      'From here, one call, writing and reading in turn: by hand 0.55 ms · Lumenize’s protocol 0.62 (0.94×, 0.92–0.95) · Cap’n Web 0.66.',
    ]);
  });

  it('has a figure of every contestant', () => {
    const { figure, key } = screen;
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

  it('takes a call apart where there is a baseline', () => {
    expect(screen.why?.rows).toHaveLength(3);
    const [first] = published.workloads;
    const workloads = first === undefined ? [] : [{ ...first, arms: [] }];
    const without = firstScreenOf(lumenize, { ...published, workloads }, 'yours', {});
    expect(without.answers).toHaveLength(1);
    expect(without.why).toBeUndefined();
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
  expect(figure).toMatchObject({ groups: [] });
});

describe('the published library and what stands in for it', () => {
  const run = measuredRun('2026-11-22-the-published-library-2');
  const both = findingOf(run.record, run.analysis, 'complete');

  it('is about the library where the run has it, with what a source states of it', () => {
    const { answers, figure } = firstScreenOf(lumenize, both, 'yours', { quoted, published: both });
    expect(spaced(answers[0]?.sentence ?? '')).toMatch(
      / Cap’n Web 1\.\d+ · the published Lumenize library 1\.\d+ \(1\.08×, 1\.07–1\.10\)\.$/,
    );
    const quotedIn = figure.groups[0]?.rows.filter(({ times }) => times[0]?.whose === 'quoted');
    expect(quotedIn?.map(({ label }) => label)).toEqual([
      'Cap’n Web',
      'The published Lumenize library',
    ]);
  });
});
