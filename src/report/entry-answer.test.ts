import { describe, expect, it } from 'vitest';
import { withOutsideOf } from '../harness/plan/index.ts';
import type { QuotedResult } from '../harness/record/index.ts';
import { measuredRun, quotedRun } from '../journal/testing/entries.ts';
import { findOutline } from '../studies/outlines.ts';
import { answerOf, type Answering, clientText } from './entry-answer.ts';
import { type Finding, findingOf } from './finding.ts';
import { spaced } from './table.ts';

const measured = findOutline('lumenize-vs-capnweb');

function quoted(studyId: string, results: readonly QuotedResult[]): Answering {
  const study = findOutline(studyId);
  return {
    study,
    findings: [],
    quoted: [quotedRun(results, { study: studyId, setting: 'local' })],
  };
}

function published(name: string): Finding {
  const { record, analysis } = measuredRun(`2026-11-21-${name}`);
  return findingOf(record, analysis, 'complete');
}

function said(findings: readonly Finding[]): string[] {
  return answerOf({ study: measured, findings, quoted: [] })?.sentences.map(spaced) ?? [];
}

describe('of a measured entry', () => {
  it('answers the main question place by place and client by client, in four lines', () => {
    const findings = [1, 2, 3, 4].map((index) => published(`socket-protocol-server-${index}`));
    expect(said(findings)).toEqual([
      'On workerd, from Node.js, one call that writes: by hand 0.41 ms · Cap’n Web 0.48 · Lumenize’s protocol 0.48 (1.00×, 0.95–1.06: no difference that could be measured).',
      'On workerd, from a browser, one call that writes: by hand 0.59 ms · Lumenize’s protocol 0.71 (0.89×, 0.82–1.00: not decided) · Cap’n Web 0.77.',
      'Under wrangler dev, from Node.js, one call that writes: by hand 0.58 ms · Cap’n Web 0.72 · Lumenize’s protocol 1.2 (1.63×, 1.56–1.72).',
      'Under wrangler dev, from a browser, one call that writes: by hand 0.84 ms · Cap’n Web 1.1 · Lumenize’s protocol 1.2 (1.15×, 1.02–1.56: not decided).',
    ]);
    const answer = answerOf({ study: measured, findings, quoted: [] });
    expect(answer).toMatchObject({ mark: 'derived', text: answer?.sentences.join(' ') });
    expect(answer?.note).toMatch(/this site’s implementation/);
  });

  it('says what never ends in a line of its own, and counts where there is room', () => {
    const study = findOutline('grpc-go-vs-lisp');
    const [arm, workload] = ['grpc-js', 'row-5000'];
    const ratio = { arm, ratio: 2, low: 1.9, high: 2.1, level: 0.95, verdict: 'slower' as const };
    const time = (of: string, median: number) => ({ arm: of, median, quantiles: [] });
    const found = ['unary-1', 'unary-10', 'unary-100'].map((id) => {
      return { id, ratios: [ratio], arms: [time(arm, 0.4), time('grpc-go', 0.2)] };
    });
    const finding: Finding = {
      ...published('socket-protocol-server-1'),
      plan: { rule: 'fixed', rounds: 10, arms: [arm, 'grpc-go'], workloads: ['unary-1'] },
      workloads: found,
    };
    const stalls = [
      { arm, workload },
      { arm: 'connect', workload: 'one-way-65536' },
    ];
    const answer = answerOf({ study, findings: [finding], quoted: [], stalls });
    expect(answer?.sentences.map(spaced)).toEqual([
      'On workerd, a unary call: grpc-go 0.20 ms · Node (grpc-js) 0.40 (2.00×, 1.90–2.10).',
      'Node (grpc-js): 5,000 unary calls in a row never end.',
      'Node (grpc-js) is slower than grpc-go in 3 of 3 comparisons.',
    ]);
  });

  it('says of a stream that reading it never ends', () => {
    const study = findOutline('streams');
    const arm = 'capnweb/stream';
    const found = {
      id: 'down-medium',
      ratios: [{ arm, ratio: 2, low: 1.9, high: 2.1, level: 0.95, verdict: 'slower' as const }],
      arms: [arm, study.reference].map((id) => ({ arm: id, median: 2, quantiles: [] })),
    };
    const finding: Finding = {
      ...published('socket-protocol-server-1'),
      plan: { rule: 'fixed', rounds: 10, arms: [arm, study.reference], workloads: ['down-medium'] },
      workloads: [found],
    };
    const stalls = [{ arm, workload: 'down-large' }];
    expect(answerOf({ study, findings: [finding], quoted: [], stalls })?.sentences).toContain(
      'A stream of Cap’n Web: reading 8 MiB in chunks of 64 kB never ends.',
    );
  });

  it('is about the contestant from outside, for which it was made, by its plain name', () => {
    const runs = [1, 2].map((index) => measuredRun(`2026-11-22-published-calls-at-once-${index}`));
    const environments = runs.map(({ record }) => record.environment);
    const findings = runs.map(({ record, analysis }) => findingOf(record, analysis, 'complete'));
    const answer = answerOf({ study: withOutsideOf(measured, environments), findings, quoted: [] });
    expect(answer?.sentences.map(spaced)).toEqual([
      'On workerd, from Node.js, a batch of 50 calls: @lumenize/rpc 0.26.0 3.2 ms (0.37×, 0.35–0.40) · by hand 4.7 · Cap’n Web 7.8.',
      'On workerd, from a browser, a batch of 50 calls: @lumenize/rpc 0.26.0 4.2 ms (0.21×, 0.20–0.22) · by hand 12 · Cap’n Web 20.',
    ]);
    expect(answer?.note).toMatch(/this site’s implementation/);
  });

  it('is about one subject where not every record has all', () => {
    const [first, other] = [1, 2].map((index) => published(`socket-protocol-server-${index}`));
    if (first === undefined || other === undefined) throw new Error('expected two findings');
    const without = { ...first, plan: { ...first.plan, arms: ['capnweb/in-memory'] } };
    expect(said([without, other])[0]).toMatch(/^On workerd, .* Lumenize’s protocol [\d.]/);
    const inMemory = first.plan.arms.filter((arm) => arm !== 'lumenize/hibernating');
    const half = { ...first, plan: { ...first.plan, arms: inMemory } };
    const [one, two] = said([half, other]);
    expect(one).toContain('Lumenize’s protocol in memory');
    expect(two).toMatch(/^On workerd, from a browser, .*Lumenize’s protocol in memory/);
  });

  it('takes the nearest and the farthest of several distances', () => {
    const findings = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) =>
      published(`the-same-calls-over-five-distances-${index}`),
    );
    const places = said(findings).map((sentence) => sentence.split(', one')[0]);
    expect(places).toEqual([
      '1 ms away, from Node.js',
      '1 ms away, from a browser',
      '100 ms away, from Node.js',
      '100 ms away, from a browser',
    ]);
  });
});

it('names a client without its version', () => {
  expect(['Node 24.21.0', 'Bun 1.4.5', 'Chromium 156', undefined].map(clientText)).toEqual([
    'Node.js',
    'Bun',
    'a browser',
    'a browser',
  ]);
});

describe('of a quoted entry', () => {
  const unary = (clients: number, go: number, lisp: number): QuotedResult[] => [
    { arm: 'grpc-go', workload: `unary-${clients}`, operationsPerSecond: go },
    { arm: 'grpc-lisp', workload: `unary-${clients}`, operationsPerSecond: lisp },
  ];

  it('gives the range over workloads, and says that it has no interval', () => {
    const page = quoted('grpc-go-vs-lisp', [...unary(1, 9214, 12), ...unary(100, 78471, 1179)]);
    expect(answerOf(page)).toMatchObject({
      text: 'On a local machine, Common Lisp (clgrpc) reaches 0.13\u202f% to 1.50\u202f% of the throughput of Go (grpc-go) in two workloads; no interval.',
      mark: 'derived',
    });
  });

  it('compares times as such, from the most exact figures', () => {
    const mixed = { workload: 'mixed', operations: 100 };
    const page = quoted('lumenize-vs-capnweb', [
      { ...mixed, arm: 'lumenize/hibernating', msPerOperation: 0.171, operationsPerSecond: 5858 },
      { ...mixed, arm: 'capnweb/in-memory', msPerOperation: 0.156, operationsPerSecond: 6414 },
    ]);
    expect(answerOf(page)?.text).toBe(
      'On a local machine, Lumenize RPC, hibernating takes 1.09× as long as Cap’n Web for increment(1) and getValue() in turn; no interval.',
    );
  });

  it('lists the rates of several arms as printed, in no sentence of more than 25 words', () => {
    const rate = (arm: string, operationsPerSecond: number): QuotedResult => ({
      arm: `kkrpc/${arm}`,
      workload: 'echo-sequential',
      operationsPerSecond,
    });
    const page = quoted('kkrpc-transports', [
      rate('node-stdio', 200),
      rate('bun-stdio', 100),
      rate('deno-stdio', 400),
      rate('bun-websocket', 20034),
    ]);
    const answer = answerOf(page);
    expect(answer?.sentences.map(spaced)).toEqual([
      'Echo, one call after another, on a local machine: Bun over WebSocket 20 034 /s, Deno over stdio 400 /s, Node.js over stdio 200 /s, Bun over stdio 100 /s.',
      'No intervals: the source kept no samples.',
    ]);
    expect(answer?.mark).toBe('quoted');
    for (const sentence of answer?.sentences ?? []) {
      expect(sentence.split(' ').length).toBeLessThanOrEqual(25);
    }
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
      text: 'On a local machine, @lumenize/call hung at 50 calls at once, with 45 of 50 done; Workers RPC finished.',
      mark: 'quoted',
    });
  });

  it('says nothing of an entry that compares nothing', () => {
    const lone: QuotedResult = { arm: 'grpc-go', workload: 'unary-1', operationsPerSecond: 5 };
    expect(answerOf(quoted('grpc-go-vs-lisp', [lone]))).toBeUndefined();
  });
});
