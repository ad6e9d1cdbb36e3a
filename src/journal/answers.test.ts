import { describe, expect, it } from 'vitest';
import type { QuotedResult } from '../harness/record/index.ts';
import { armNames } from '../report/words.ts';
import { findOutline } from '../studies/outlines.ts';
import { answerOf, type Answering } from './answers.ts';
import type { MeasuredRun } from './runs.ts';
import { measuredRun, quotedRun } from './testing/entries.ts';

function entry(studyId: string, parts: Partial<Answering>): Answering {
  const study = findOutline(studyId);
  const names = armNames(study);
  return { study, names, reference: names(study.reference).label, runs: [], quoted: [], ...parts };
}

function quoted(study: string, results: readonly QuotedResult[]): Answering {
  return entry(study, { quoted: [quotedRun(results, { study, setting: 'local' })] });
}

const plain = (text: string | undefined): string => (text ?? '').replace(/\u202f/g, ' ');

describe('of a measured entry', () => {
  const run = (index: number): MeasuredRun =>
    measuredRun(`2026-11-21-socket-protocol-server-${index}`);

  it('counts verdicts by setting, with the ratios at the ends and their intervals', () => {
    const page = entry('lumenize-vs-capnweb', { runs: [1, 2, 3, 4].map(run) });
    const answer = answerOf(page);
    expect(answer?.mark).toBe('derived');
    expect(plain(answer?.text)).toBe(
      'Against Cap’n Web, measured from Node 24.21.0 and Chromium 156, on workerd Lumenize protocol (this site’s implementation), hibernating is decided in none of 6 comparisons, and Lumenize protocol (this site’s implementation), in memory is faster in 1 of 6 comparisons, 0.87× (0.81–0.94); under wrangler dev Lumenize protocol (this site’s implementation), hibernating is slower in 5 of 6 comparisons, 1.15× (1.09–1.25) to 2.45× (2.09–2.71), and Lumenize protocol (this site’s implementation), in memory is faster in 2 of 6 comparisons, 0.68× (0.61–0.76) to 0.81× (0.75–0.86); all else is undecided or inside the noise.',
    );
  });

  it('has a clause for each setting', () => {
    const answer = answerOf(entry('lumenize-vs-capnweb', { runs: [1, 3].map(run) }));
    expect(answer?.clauses.map((clause) => clause.split(' ').slice(0, 3).join(' '))).toEqual([
      'Against Cap’n Web,',
      'on workerd Lumenize',
      'under wrangler dev',
      'all else is',
    ]);
    expect(answer?.clauses.join(' ')).toBe(answer?.text);
  });

  it('ranks nothing that its twin shows as well', () => {
    const whole = run(3);
    const twins = whole.analysis.twins.map((twin) => ({ ...twin, resolution: 9 }));
    const noisy = { ...whole, analysis: { ...whole.analysis, twins } };
    const text = answerOf(entry('lumenize-vs-capnweb', { runs: [noisy] }))?.text;
    expect(text).toMatch(
      /decided in none of 3 comparisons, and Lumenize protocol \(this site’s implementation\), in memory is decided in none of 3 comparisons; all else is undecided or inside the noise/,
    );
    expect(text).not.toMatch(/slower|faster/);
  });

  it('ranks nothing in a workload whose twin differs from itself', () => {
    const whole = run(3);
    const twins = whole.analysis.twins.map((twin) => ({ ...twin, flaw: 'differs' as const }));
    const noisy = { ...whole, analysis: { ...whole.analysis, twins } };
    const text = answerOf(entry('lumenize-vs-capnweb', { runs: [noisy] }))?.text;
    expect(text).not.toMatch(/slower|faster/);
  });
});

describe('of a quoted entry', () => {
  const unary = (clients: number, go: number, lisp: number): QuotedResult[] => [
    { arm: 'grpc-go', workload: `unary-${clients}`, operationsPerSecond: go },
    { arm: 'grpc-lisp', workload: `unary-${clients}`, operationsPerSecond: lisp },
  ];

  it('gives the range over workloads, and says that it has no interval', () => {
    const page = quoted('grpc-go-vs-lisp', [...unary(1, 9214, 12), ...unary(100, 78471, 1179)]);
    expect(answerOf(page)).toMatchObject({
      text: 'On a local machine, in two workloads, Common Lisp (clgrpc) reaches 0.13\u202f% to 1.50\u202f% of the throughput of Go (grpc-go) (no interval).',
      mark: 'derived',
    });
  });

  it('compares times as such, from the most exact figures', () => {
    const mixed = { workload: 'mixed', operations: 100 };
    const page = quoted('lumenize-vs-capnweb', [
      { ...mixed, arm: 'lumenize/hibernating', msPerOperation: 0.171, operationsPerSecond: 5858 },
      { ...mixed, arm: 'capnweb/in-memory', msPerOperation: 0.156, operationsPerSecond: 6414 },
    ]);
    expect(answerOf(page)?.text).toMatch(/takes 1\.09× the time of .+ \(no interval\)\.$/);
  });

  it('names the workload where there is one, and every subject', () => {
    const rate = (arm: string, operationsPerSecond: number): QuotedResult => ({
      arm: `kkrpc/${arm}`,
      workload: 'echo-sequential',
      operationsPerSecond,
    });
    const page = quoted('kkrpc-transports', [
      rate('node-stdio', 200),
      rate('bun-stdio', 100),
      rate('deno-stdio', 400),
    ]);
    expect(answerOf(page)?.text).toBe(
      'On a local machine, for echo, one call after another, Bun over stdio reaches 50\u202f% of the throughput of Node.js over stdio; Deno over stdio reaches 200\u202f% (no interval).',
    );
  });

  it('says that a hang is one', () => {
    const page = quoted('call-delay', [
      {
        arm: 'lumenize-call',
        workload: 'calls-50',
        operations: 50,
        completed: 45,
        outcome: 'hung',
      },
      { arm: 'workers-rpc', workload: 'calls-50', operations: 50, totalMs: 222 },
    ]);
    expect(answerOf(page)).toMatchObject({
      text: 'On a local machine, @lumenize/call hung at 50 calls in one batch with 45 of 50 done, where Workers RPC finished.',
      mark: 'quoted',
    });
  });

  it('says nothing of an entry that compares nothing', () => {
    const lone: QuotedResult = { arm: 'grpc-go', workload: 'unary-1', operationsPerSecond: 5 };
    expect(answerOf(quoted('grpc-go-vs-lisp', [lone]))).toBeUndefined();
  });
});
