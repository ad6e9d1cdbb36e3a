import { describe, expect, it } from 'vitest';
import { analyse } from '../harness/statistics/index.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { findStudy } from '../studies/index.ts';
import { type Finding, findingOf, type RatioFinding } from './finding.ts';
import { answerLines, firstScreenOf, MOST_ROWS } from './first-screen.ts';
import { spaced } from './table.ts';
import { recordFor, study } from './testing/study.ts';

const SUBJECT = 'lumenize/hibernating';
const lumenize = findStudy('lumenize-vs-capnweb');
const run = measuredRun('2026-11-21-every-workload-turn-by-turn-1');
const published = findingOf(run.record, run.analysis, 'complete');
const record = recordFor(20);
const small = findingOf(record, analyse(record, study), 'complete');
const quoted = {
  ratios: ['increment', 'get-value'].map((workload) => {
    return { workload, arm: SUBJECT, label: 'as its source calls it', ratio: 1.42 };
  }),
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
  const screen = firstScreenOf(lumenize, published, 'published', { quoted, published });

  it('answers the first workloads in sentences, with what the source states, and counts all', () => {
    expect(answerLines(screen).map(spaced)).toEqual([
      'Measured here, Lumenize’s protocol is faster than Cap’n Web: one call that writes takes 0.93× as long (0.92–0.94). Quoted, published library under wrangler dev: 1.42×.',
      'Measured here, Lumenize’s protocol is faster than Cap’n Web: one call that reads takes 0.94× as long (0.92–0.97). Quoted: 1.42×.',
      'Measured here, Lumenize’s protocol is faster than Cap’n Web: one call, writing and reading in turn, takes 0.94× as long (0.92–0.95).',
      'Lumenize’s protocol is faster than Cap’n Web in 9 of 24 comparisons, slower in 2, within 5 % in 3; 10 are undecided.',
    ]);
  });

  it('has a figure of the same workloads, whose title is what it shows first', () => {
    const { figure, key, answers } = screen;
    expect(figure.title).toBe(answers[0]?.sentence.slice(0, -1));
    expect(figure.rows).toHaveLength(MOST_ROWS);
    expect(figure.rows.map(({ values }) => values.map(({ whose }) => whose))).toEqual([
      ['quoted', 'published', 'yours'],
      ['quoted', 'published', 'yours'],
      ['published', 'yours'],
    ]);
    expect(key.map(({ short }) => short)).toEqual(['Quoted', 'Measured here', 'Yours']);
  });

  it('keeps the reader’s place open until the finding is theirs', () => {
    const open = screen.figure.rows.map(({ values }) => values.at(-1));
    expect(open).toEqual(Array.from({ length: MOST_ROWS }, () => ({ whose: 'yours' })));
    const own = firstScreenOf(lumenize, published, 'yours', { quoted, published });
    const [first] = own.figure.rows;
    expect(first?.values.map(({ whose }) => whose)).toEqual(['quoted', 'published', 'yours']);
    expect(first?.values.at(-1)).toMatchObject({ ratio: own.answers[0]?.found.ratio });
    expect(own.answers[0]?.sentence).toMatch(/^From here, /);
  });

  it('says where it is somebody else’s', () => {
    const theirs = firstScreenOf(lumenize, published, 'theirs', {});
    expect(theirs.answers[0]?.sentence).toMatch(/^From there, /);
    expect(theirs.key.map(({ short }) => short)).toEqual(['Theirs']);
  });

  it('says why, where there is a baseline', () => {
    expect(spaced(screen.why?.sentence ?? '')).toBe(
      '95 % of the time with Lumenize’s protocol is what a bare WebSocket takes; the protocol adds 5 %.',
    );
    const [first] = published.workloads;
    const workloads = first === undefined ? [] : [{ ...first, arms: [] }];
    const without = firstScreenOf(lumenize, { ...published, workloads }, 'published', {});
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
      '1 comparison is undecided; about 12 s more may settle it.',
    );
    expect(openOf(changed(undecided))).toBe('1 comparison is undecided.');
  });

  it('is not said where all is decided, or the run was stopped', () => {
    expect(openOf(small)).toBeUndefined();
    expect(openOf(changed(undecided, 'cancelled'))).toBeUndefined();
  });

  it('has no tally where every workload has its sentence', () => {
    expect(firstScreenOf(study, small, 'yours', {}).tally).toBeUndefined();
  });
});

it('has a figure without rows where no ratio counted', () => {
  const { figure, answers } = firstScreenOf(study, { ...small, workloads: [] }, 'yours', {});
  expect(answers).toEqual([]);
  expect(figure).toMatchObject({ title: 'No ratio counted', rows: [] });
});

describe('the published library and what stands in for it', () => {
  const run = measuredRun('2026-11-22-the-published-library-2');
  const both = findingOf(run.record, run.analysis, 'complete');

  it('names the library first, and says what each took', () => {
    const screen = firstScreenOf(lumenize, both, 'published', { quoted, published: both });
    expect(answerLines(screen).map(spaced)[0]).toBe(
      'Measured here, the published Lumenize library is slower than Cap’n Web: one call that writes takes 1.08× as long (1.07–1.10). This site’s implementation of its protocol takes 0.93× (0.92–0.94). Quoted, published library under wrangler dev: 1.42×.',
    );
    expect(screen.note).toBeUndefined();
    const [row] = screen.figure.rows;
    expect(row?.values.map(({ whose, ratio }) => [whose, ratio?.toFixed(2)])).toEqual([
      ['quoted', '1.42'],
      ['library', '1.08'],
      ['standIn', '0.93'],
      ['yours', undefined],
    ]);
  });

  it('sets a reader’s run of the stand-in beside both, and says how they differ', () => {
    const own = firstScreenOf(lumenize, published, 'yours', { published: both });
    expect(spaced(own.note ?? '')).toContain('took 1.14–1.17 times as long');
    const [row] = own.figure.rows;
    expect(row?.values.map(({ whose }) => whose)).toEqual(['library', 'standIn', 'yours']);
    expect(row?.values.at(-1)?.ratio).toBe(
      published.workloads[0]?.ratios.find(({ arm }) => arm === SUBJECT)?.ratio,
    );
  });

  it('says nothing of it where the run has the library itself', () => {
    expect(firstScreenOf(lumenize, both, 'yours', { published: both }).note).toBeUndefined();
  });
});
