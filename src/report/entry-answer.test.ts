import { describe, expect, it } from 'vitest';
import { withOutsideOf } from '../harness/plan/index.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { findOutline } from '../studies/outlines.ts';
import { answerOf, clientText } from './entry-answer.ts';
import { type Finding, findingOf } from './finding.ts';
import { spaced } from './table.ts';

const measured = findOutline('lumenize-vs-capnweb');

function published(name: string): Finding {
  const { record, analysis } = measuredRun(`2026-11-21-${name}`);
  return findingOf(record, analysis, 'complete');
}

function said(findings: readonly Finding[]): string[] {
  return answerOf(measured, findings)?.sentences.map(spaced) ?? [];
}

describe('of a measured entry', () => {
  it('answers the main question place by place and client by client, in four lines', () => {
    const findings = [1, 2, 3, 4].map((index) => published(`socket-protocol-server-${index}`));
    expect(said(findings)).toEqual([
      'On workerd, from Node.js, one call that writes: by hand 0.41 ms · Cap’n Web 0.48 · Lumenize’s protocol 0.48 (1.00×, 0.95–1.06: no measurable difference).',
      'On workerd, from a browser, one call that writes: by hand 0.59 ms · Lumenize’s protocol 0.71 (0.89×, 0.82–1.00: not decided) · Cap’n Web 0.77.',
      'Under wrangler dev, from Node.js, one call that writes: by hand 0.58 ms · Cap’n Web 0.72 · Lumenize’s protocol 1.2 (1.63×, 1.56–1.72).',
      'Under wrangler dev, from a browser, one call that writes: by hand 0.84 ms · Cap’n Web 1.1 · Lumenize’s protocol 1.2 (1.15×, 1.02–1.56: not decided).',
    ]);
    const answer = answerOf(measured, findings);
    expect(answer).toMatchObject({ text: answer?.sentences.join(' ') });
    expect(answer?.note).toMatch(/this site’s implementation/);
  });

  it('is about the contestant from outside, for which it was made, by its plain name', () => {
    const runs = [1, 2].map((index) => measuredRun(`2026-11-22-published-calls-at-once-${index}`));
    const environments = runs.map(({ record }) => record.environment);
    const findings = runs.map(({ record, analysis }) => findingOf(record, analysis, 'complete'));
    const answer = answerOf(withOutsideOf(measured, environments), findings);
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

it('says nothing where no record was measured', () => {
  expect(answerOf(measured, [])).toBeUndefined();
});
