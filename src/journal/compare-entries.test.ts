import { describe, expect, it } from 'vitest';
import { type QuotedResult, CONTROL } from '../harness/record/index.ts';
import { findOutline } from '../studies/outlines.ts';
import { compareEntries, type Compared } from './compare-entries.ts';
import { measuredRun, quotedRun } from './testing/entries.ts';

const study = findOutline('lumenize-vs-capnweb');
const hibernating = 'lumenize/hibernating';

function timed(arm: string, workload: string, totalMs: number): QuotedResult {
  return { arm, workload, operations: 100, totalMs };
}

function quoted(...runs: Array<ReturnType<typeof quotedRun>>): Compared {
  return { runs: [], quoted: runs };
}

describe('compareEntries', () => {
  const then = quoted(quotedRun([timed(hibernating, 'increment', 20)]));

  it('divides the time per operation now by that of then, without an interval if quoted', () => {
    const now = quoted(
      quotedRun([timed(hibernating, 'get-value', 9), timed(hibernating, 'increment', 25)]),
    );
    const { rows, notes } = compareEntries(study, now, then, false);
    expect(rows).toEqual([
      {
        arm: hibernating,
        workload: 'increment',
        where: 'wrangler dev',
        of: 'time',
        then: 0.2,
        now: 0.25,
        thenFrom: 'quoted',
        nowFrom: 'quoted',
        ratio: { estimate: 1.25 },
      },
    ]);
    expect(notes.join(' ')).toMatch(/quoted.*no ratio has an interval/);
  });

  it('takes the ratio of throughputs as one of times', () => {
    const rate = (perSecond: number) =>
      quoted(
        quotedRun([{ arm: 'grpc-go', workload: 'unary-1', operationsPerSecond: perSecond }], {
          study: 'grpc-go-vs-lisp',
        }),
      );
    const { rows } = compareEntries(findOutline('grpc-go-vs-lisp'), rate(50), rate(100), false);
    expect(rows[0]).toMatchObject({ of: 'throughput', ratio: { estimate: 2 } });
  });

  it('gives no ratio where the way of measuring changed, and says so', () => {
    const now = quoted(quotedRun([timed(hibernating, 'increment', 25)]));
    const { rows, notes } = compareEntries(study, now, then, true);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toHaveProperty('ratio');
    expect(notes[0]).toContain('the way of measuring changed');
  });

  it('compares nothing across settings', () => {
    const now = quoted(quotedRun([timed(hibernating, 'increment', 25)], { setting: 'deployed' }));
    expect(compareEntries(study, now, then, false).rows).toEqual([]);
  });

  it('leaves out what hung, for it has no time', () => {
    const hung = quoted(
      quotedRun([{ arm: hibernating, workload: 'increment', outcome: 'hung', completed: 4 }]),
    );
    expect(compareEntries(study, hung, then, false).rows).toEqual([]);
  });

  it('compares clients of one kind only, whatever their version', () => {
    const node = (version: string) => ({ runtime: version });
    const before = quoted(quotedRun([timed(hibernating, 'increment', 20)], node('Node.js 22')));
    const after = quoted(quotedRun([timed(hibernating, 'increment', 20)], node('Node 24')));
    const { rows, notes } = compareEntries(study, after, before, false);
    expect(rows[0]?.where).toBe('wrangler dev · Node 24 · Node.js 22');
    expect(notes.join(' ')).toContain('not the same version');
    const browser = quoted(quotedRun([timed(hibernating, 'increment', 20)], node('Chromium 156')));
    expect(compareEntries(study, browser, before, false).rows).toEqual([]);
    const silent = quoted(quotedRun([timed(hibernating, 'increment', 20)]));
    expect(compareEntries(study, silent, before, false).rows).toEqual([]);
  });

  it('gives measured ratios their interval, and each setting its own row', () => {
    const run = measuredRun('2026-11-21-socket-protocol-server-1');
    const entry: Compared = { runs: [run], quoted: [] };
    const { rows, notes } = compareEntries(study, entry, entry, false);
    const measured = run.analysis.arms.filter(({ arm }) => arm !== CONTROL);
    expect(rows).toHaveLength(measured.length);
    for (const { ratio } of rows) {
      expect(ratio?.estimate).toBeCloseTo(1, 9);
      expect(ratio?.low).toBeLessThan(1);
      expect(ratio?.high).toBeGreaterThan(1);
    }
    expect(notes[0]).toContain('nothing is paired');
  });

  it('puts a quoted time beside a measured one without a ratio', () => {
    const run = measuredRun('2026-11-21-socket-protocol-server-3');
    const before = quoted(
      quotedRun([timed(hibernating, 'increment', 24.43)], { runtime: 'Node.js 22.14.0' }),
    );
    const { rows, notes } = compareEntries(study, { runs: [run], quoted: [] }, before, false);
    expect(rows.map(({ arm, ratio }) => [arm, ratio])).toEqual([[hibernating, undefined]]);
    expect(notes[0]).toContain('One of the two was quoted');
  });
});
