import { describe, expect, it } from 'vitest';
import { normal, seeded, type Study } from '../harness/plan/index.ts';
import type { SessionRecord } from '../harness/record/index.ts';
import type { RunEnded } from '../harness/run/index.ts';
import { madeUpSessions } from '../harness/testing/fixture.ts';
import { obstacles, reportOf } from './document.ts';
import { resultOf } from './model.ts';
import { spaced } from './table.ts';
import { recordFor, shownOf, withoutArm } from './testing/study.ts';
import { resultMarkdown, resultText } from './text.ts';

const arm = (id: string, label: string) => ({
  ...{ id, label, system: id, accept: 'in-memory' as const },
  load: () => Promise.resolve(() => Promise.reject(new Error('never run'))),
});
const study: Study<unknown> = {
  id: 'made-up',
  title: 'Made up',
  question: 'Which takes longer?',
  arms: [arm('baseline', 'Baseline'), arm('reference', 'Reference'), arm('subject', 'Subject')],
  workloads: [
    {
      ...{ id: 'calls', label: '10 calls', question: 'How long?' },
      operation: () => () => Promise.resolve(),
      wrong: () => undefined,
      check: () => Promise.resolve(undefined),
    },
  ],
  baseline: 'baseline',
  deadlineMs: 1000,
  reference: 'reference',
  subjects: ['subject'],
  margin: 0.05,
};
const times: Record<string, number> = { baseline: 500, reference: 1000, subject: 1500, twin: 1000 };
const complete: RunEnded = { type: 'complete', because: 'rounds' };

const arms = ['baseline', 'reference', 'subject', 'twin'];

/** Fifteen sessions of two rounds; in the second round of the fifth the baseline loses its socket. */
function record(spread: number) {
  const random = seeded(3);
  return madeUpSessions({
    ...{ arms, sessions: 15, rounds: 2 },
    turn: ({ arm, session, round }) => {
      const samplesUs = Array.from({ length: 10 }, () =>
        Math.round((times[arm] ?? 0) * Math.exp(spread * normal(random))),
      );
      if (session !== 4 || round !== 1 || arm !== 'baseline') return samplesUs;
      return { samplesUs: [], void: 'closed', detail: 'the socket closed' };
    },
  });
}

const textOf = (made: SessionRecord, end: RunEnded = complete) =>
  resultText(
    resultOf({ study, record: made, end }),
    obstacles(made).map(({ what }) => what),
  );

describe('the table', () => {
  const text = textOf(record(0.01));

  it('names each arm with its figures, ratio and verdict', () => {
    expect(text).toMatch(/Baseline \(29 of 30 turns\) +0\.\d{3} ms .*0\.50× .* faster/);
    expect(text).toMatch(
      /Subject +1\.5\d\d? ms .*1\.50× +1\.\d\d–1\.\d\d( at \d\d\.\d %)? +slower/,
    );
    expect(text).toMatch(/Reference +(1\.0\d|0\.99)\d? ms/);
    expect(text).toContain('reference');
  });

  it('says where it ran, what is discarded, how verdicts are corrected and what is in the way', () => {
    expect(text).toContain('Server: workerd on a local machine');
    expect(text).toContain('1 of 120 turns discarded');
    expect(text).toContain(
      'Session 5, round 2, Baseline, 10 calls: connection lost (the socket closed).',
    );
    // A lost socket is an accident of the run, and no result of the arm.
    expect(text).not.toContain('Baseline: ');
    expect(text).toContain('its commit is not known');
    expect(text).toContain('Reference against itself: ');
    expect(text).toContain('Noise alone moves a ratio by no more than');
    expect(text).not.toContain('First, the noise');
  });

  it('says whose implementation a short name stands for, as the Markdown does', () => {
    const names = { quotedLabel: 'Original', spoken: 'Subject’s protocol' };
    const arms = study.arms.map((each) => (each.id === 'subject' ? { ...each, ...names } : each));
    const result = resultOf({ study: { ...study, arms }, record: record(0.01), end: complete });
    const note = 'Subject’s protocol here is this site’s implementation of it';
    expect(resultText(result, [])).toContain(note);
    expect(resultMarkdown(result, 'https://example.org/')).toContain(note);
    expect(text).not.toContain('implementation');
  });

  it('puts the noise first where it is wider than the margin', () => {
    const noisy = textOf(record(1.2));
    expect(noisy.indexOf('First, the noise')).toBeGreaterThan(0);
    expect(noisy.indexOf('First, the noise')).toBeLessThan(noisy.indexOf('per operation'));
  });

  it('gives no verdict on a run that was stopped early', () => {
    const made: SessionRecord = { ...record(0.01), partial: true };
    const stopped = textOf(made, { type: 'cancelled' });
    expect(stopped).toContain('no verdicts are given');
    expect(stopped).not.toContain('slower');
    expect(reportOf(study, made, { type: 'cancelled' }).comparisons.verdictsHold).toBe(false);
  });
});

describe('the document', () => {
  it('has the record’s summary, arms, comparisons, controls and notices', () => {
    const report = reportOf(study, record(0.01), complete);
    expect(Object.keys(report)).toEqual([
      'record',
      'arms',
      'cannot',
      'comparisons',
      'twins',
      'notices',
    ]);
    expect(report.record).toMatchObject({
      ...{ rule: 'fixed', rounds: 30, sessions: 15, turns: { run: 120, void: 1 } },
      voids: [
        {
          ...{ session: 4, round: 1, arm: 'baseline', workload: 'calls' },
          ...{ reason: 'closed', detail: 'the socket closed' },
        },
      ],
      ...{ pilots: [{ workload: 'calls', operations: 10, rounds: 2 }], looks: [] },
      ended: 'rounds',
      partial: false,
      publishable: false,
    });
    const { spentMs, turnsMs, warmUpMs, openMs } = report.record;
    expect(spentMs).toBeCloseTo(turnsMs + warmUpMs + openMs, 9);
    expect([warmUpMs, openMs]).toEqual([15, 30]);
    expect(report.comparisons).toMatchObject({ corrected: 1, reference: 'reference' });
    expect(report.comparisons.subjects).toMatchObject([{ arm: 'subject', verdict: 'slower' }]);
    expect(JSON.parse(JSON.stringify(report))).toMatchObject({ twins: [{ arm: 'twin' }] });
  });
});

describe('an arm that stalls', () => {
  const why = '1 of 10 clients stalled: no answer within 5,000 ms after 3,855 calls';
  /** The subject stalls in so many of the first sessions. */
  const stalling = (sessions: number) =>
    madeUpSessions({
      ...{ arms, sessions: 4, rounds: 1 },
      turn: ({ arm, session }) =>
        arm === 'subject' && session < sessions
          ? { samplesUs: [], void: 'stalled', detail: `a turn: ${why}` }
          : [times[arm] ?? 0],
    });

  it('has that as its result, with the record’s own words', () => {
    const sentence = `stalled in 4 of 4 sessions, at first thus: ${why}.`;
    const text = textOf(stalling(4));
    expect(text).toMatch(/Subject \(0 of 4 turns\) +stalled/);
    expect(text).toContain(`  Subject: ${sentence}`);
    const result = resultOf({ study, record: stalling(4), end: complete });
    expect(resultMarkdown(result, 'https://example.org/')).toContain(`- Subject: ${sentence}`);
    expect(reportOf(study, stalling(4), complete).arms).toContainEqual(
      expect.objectContaining({
        failure: { reason: 'stalled', detail: `a turn: ${why}`, sessions: 4, of: 4 },
      }),
    );
  });

  it('is told beside its time where it stalls now and then', () => {
    const text = textOf(stalling(1));
    expect(text).toMatch(/Subject \(3 of 4 turns\) +1\.50 ms/);
    expect(text).toContain(`Subject: stalled in 1 of 4 sessions, at first thus: ${why}.`);
  });
});

describe('a workload of another kind', () => {
  const made = madeUpSessions({
    ...{ arms, sessions: 15, rounds: 1 },
    plan: {
      loads: { calls: { callsPerOperation: 50, bytesPerOperation: 1_000_000 } },
      cannot: [{ arm: 'subject', workload: 'calls', reason: 'It has no calls.' }],
    },
    turn: ({ session }) => [10_000 + session, 10_000],
  });

  it('shows the arm that cannot do it with its reason, and counts no turn of it', () => {
    const report = reportOf(study, made, complete);
    expect(report.cannot).toEqual([
      { arm: 'subject', workload: 'calls', reason: 'It has no calls.' },
    ]);
    expect(report.record.turns).toEqual({ run: 45, void: 0 });
    expect(report.comparisons.subjects).toEqual([]);
    const text = textOf(made);
    expect(text).not.toContain('corrected');
    expect(text).toContain('  Subject: cannot do this. It has no calls.');
    expect(text).toMatch(/Baseline +10\.0 ms .* 5 \/ 5 +– .* 0\.200 ms per call, 100 MB\/s/);
  });
});

describe('round trips', () => {
  it('stand in the table where they were counted', () => {
    const made = madeUpSessions({
      ...{ arms, sessions: 15, rounds: 1 },
      turn: ({ arm }) => ({
        samplesUs: [1000, 1000],
        frames: { out: 6, in: 2 },
        roundTrips: arm === 'subject' ? 2 : 6,
      }),
    });
    const text = textOf(made);
    expect(text).toMatch(/Subject .* 3 \/ 1 +1 +1\.00×/);
    expect(text).toMatch(/Baseline .* 3 \/ 1 +3 +1\.00×/);
  });
});

const url = 'https://example.org/studies/one-vs-other/';
const text = spaced(resultMarkdown(shownOf(recordFor(15)), url));

/** Cells of a table's line; an escaped pipe does not end one. */
const cells = (line: string) => line.split(/(?<!\\)\|/).slice(1, -1);

describe('resultMarkdown', () => {
  it('says what it is, how it ended and where it came from', () => {
    expect(text).toMatch(
      /^## One against the other\n\n- From here, .* One 3\.00 .*\n\nDone: about 15 s of measuring \(120 turns in 15 sessions; .*\)\.\n\n/,
    );
    expect(text.endsWith(`Measured in the browser at <${url}>.\n`)).toBe(true);
  });

  it('says what the control found', () => {
    expect(text).toMatch(/^Other against itself: /m);
  });

  it('has a table whose every line has as many cells', () => {
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    expect(lines).toHaveLength(2 + 4);
    expect(new Set(lines.map((line) => cells(line).length))).toEqual(new Set([11]));
    expect(lines[1]).toBe(`| --- |${' ---: |'.repeat(10)}`);
    expect(lines[3]).toMatch(
      /^\| One \| 3\.0\d+ ms \| .* \| 1\.50× \| .* \| slower \| .* \| 33\d \/s \| 1 \/ 1 \| 1 \| 100 \/ 40 B \|$/,
    );
  });

  it('marks what is derived', () => {
    expect(text).toContain('Operations per second (derived)');
    expect(text).toContain('÷ Other (derived)');
  });

  it('leaves out sections that have nothing to say', () => {
    expect(text).not.toContain('First, the noise');
    expect(text).not.toContain('What is odd');
    expect(text).not.toMatch(/undefined|\n{3}/);
  });

  it('puts the noise and the caution before the numbers', () => {
    const record = recordFor(2);
    const early = resultMarkdown(shownOf(record, { type: 'cancelled' }), url);
    const order = [
      'Stopped after',
      'This one was stopped early',
      'First, the noise: Other',
      '| Arm |',
    ];
    const places = order.map((words) => early.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('names the arms that cannot do a workload under its table', () => {
    const made = withoutArm(recordFor(15), 'raw/in-memory', 'It has no types.');
    const lacking = resultMarkdown(shownOf(made), url);
    expect(lacking).toContain('- Raw: cannot do this. It has no types.');
    expect(text).not.toContain('cannot do this');
  });
});
