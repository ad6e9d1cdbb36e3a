import { describe, expect, it } from 'vitest';
import type { Block } from '../harness/record/index.ts';
import { spaced } from './table.ts';
import { recordFor, shownOf } from './testing/study.ts';

const ratioOf = (result: ReturnType<typeof shownOf>) => result.workloads[0]?.ratios[0];

describe('resultOf', () => {
  it('states a ratio once, with its interval, and judges it', () => {
    const line = ratioOf(shownOf(recordFor(15)));
    expect(spaced(line?.sentence ?? '')).toMatch(
      /^One takes 1\.50× Other’s time \(1\.\d\d–1\.5\d; \d+\.\d % interval\)\.$/,
    );
    expect(line).toMatchObject({ verdict: 'Slower', quoted: 1.42, system: 'one' });
    expect(line?.ratio).toBeCloseTo(1.5, 2);
    expect(line?.low).toBeLessThan(line?.ratio ?? 0);
  });

  it('sets the quoted ratio before the measured one in the figure', () => {
    const { marks } = shownOf(recordFor(15));
    expect(marks.map(({ mark, label }) => `${mark} ${label}`)).toEqual([
      'quoted One, as its source calls it',
      'measured One',
    ]);
    expect(marks[0]).not.toHaveProperty('low');
    expect(marks[1]).toHaveProperty('low');
  });

  it('keeps the twin’s word beside the workload when it did no harm', () => {
    const { warnings, workloads } = shownOf(recordFor(15));
    expect(warnings).toEqual([]);
    expect(spaced(workloads[0]?.twin ?? '')).toMatch(
      /Noise alone moves a ratio by no more than \d %\.$/,
    );
  });

  it('warns first when the twin differs from itself', () => {
    const slow = (block: Block): Block =>
      block.arm === 'twin' ? { ...block, samplesUs: block.samplesUs.map((us) => 2 * us) } : block;
    const { warnings, workloads } = shownOf(recordFor(15, slow));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('something disturbed this run');
    expect(workloads[0]?.twin).toBeUndefined();
  });

  it('says so when there are too few rounds for an interval', () => {
    const result = shownOf(recordFor(2));
    expect(result.warnings[0]).toContain('Too few rounds');
    expect(ratioOf(result)?.sentence).toBe(
      'One takes 1.50× Other’s time. 2 rounds cannot tell how sure that is.',
    );
    expect(ratioOf(result)?.low).toBeUndefined();
  });

  it('gives no verdict on a run that was stopped by hand', () => {
    const record = recordFor(15);
    const stopped = { ...record, blocks: record.blocks.slice(0, 37) };
    const result = shownOf(stopped, { type: 'cancelled' });
    expect(result.summary).toBe('Stopped after 37 of 60 blocks.');
    expect(result.caution).toContain('no verdicts');
    expect(ratioOf(result)?.verdict).toBeUndefined();
  });

  it('says why a run was lost', () => {
    const result = shownOf(recordFor(5), { type: 'lost', why: 'no answer for a minute' });
    expect(result.summary).toBe(
      'The bench was lost after 20 of 20 blocks: no answer for a minute.',
    );
    expect(result.caution).toBeUndefined();
  });

  it('names void blocks, and counts them in their row', () => {
    const hidden = (block: Block): Block =>
      block.arm === 'one/in-memory' && block.round === 1
        ? { ...block, void: 'hidden', detail: 'the page was hidden during operation 2 of 4' }
        : block;
    const { voids, workloads } = shownOf(recordFor(6, hidden));
    expect(voids.summary).toBe('1 of 24 blocks discarded, and left out of every number above.');
    expect(voids.lines).toEqual([
      'Round 2, One, 4 calls | in a row: page hidden (the page was hidden during operation 2 of 4).',
    ]);
    expect(workloads[0]?.rows.map(({ blocks }) => blocks)).toEqual(['', '5 of 6 blocks', '', '']);
  });

  it('survives a record in which an arm has nothing at all', () => {
    const gone = (block: Block): Block =>
      block.arm === 'one/in-memory' ? { ...block, void: 'connect', samplesUs: [] } : block;
    const result = shownOf(recordFor(5, gone));
    expect(ratioOf(result)?.sentence).toContain('no round in which');
    expect(result.workloads[0]?.rows[1]).toMatchObject({ median: '–', range: '', p99: '–' });
    expect(result.marks.map(({ mark }) => mark)).toEqual(['quoted']);
  });

  it('formats a row with units and equal decimals', () => {
    const rows = shownOf(recordFor(15)).workloads[0]?.rows ?? [];
    for (const { median } of rows) expect(spaced(median)).toMatch(/^\d\.\d\d\d? ms$/);
    expect(new Set(rows.map(({ median }) => median.length)).size).toBe(1);
    expect(spaced(rows[1]?.bytes ?? '')).toBe('100 / 40 B');
    expect(rows[1]?.frames).toBe('1 / 1');
    expect(spaced(rows[1]?.connect ?? '')).toBe('5.00 ms');
  });

  it('tells where it ran and that the source ran elsewhere', () => {
    const { facts, settingNote } = shownOf(recordFor(5));
    const terms = Object.fromEntries(facts.map(({ term, value }) => [term, spaced(value)]));
    expect(terms).toMatchObject({
      Server: 'workerd on a local machine, http://localhost:8788',
      'Step of the clock': '5 µs',
      Started: '2026-11-21 14:22:09 UTC',
      'Commit of the Workers': '0123456789, with changes that were not committed',
      'Socket extensions': 'permessage-deflate',
    });
    expect(settingNote).toContain('wrangler dev');
    expect(terms).not.toHaveProperty('Network');
  });

  it.each([
    [2, 'a delaying proxy, 25 ms there and back, jitter of 2 ms on average'],
    [0, 'a delaying proxy, 25 ms there and back, no jitter'],
  ])('tells of a simulated network with a jitter of %d ms', (jitterMs, text) => {
    const made = recordFor(5);
    const environment = { ...made.environment, network: { roundTripMs: 25, jitterMs } };
    const { facts } = shownOf({ ...made, environment });
    const fact = facts.find(({ term }) => term === 'Network');
    expect(spaced(fact?.value ?? '')).toBe(text);
  });

  it('shows an arm that cannot do the workload with its reason, and no row', () => {
    const made = recordFor(6);
    const blocks = made.blocks.filter(({ arm }) => arm !== 'raw/in-memory');
    const cannot = [{ arm: 'raw/in-memory', workload: 'work', reason: 'It has no types.' }];
    const { workloads, voids, summary } = shownOf({
      ...made,
      plan: { ...made.plan, cannot },
      blocks,
    });
    expect(workloads[0]?.lacks).toEqual([
      { arm: 'raw/in-memory', label: 'Raw', system: 'raw', reason: 'It has no types.' },
    ]);
    expect(workloads[0]?.rows.map(({ label }) => label)).toEqual([
      'One',
      'Other',
      'Other, A/A control',
    ]);
    expect(voids.summary).toBe('All 18 blocks counted.');
    expect(summary).toBe('Done: 18 of 18 blocks, in 6 rounds.');
  });

  it('shows round trips, and what only some workloads have', () => {
    const made = recordFor(6);
    expect(shownOf(made).workloads[0]?.rows[0]).toMatchObject({ roundTrips: '1', detail: '' });
    const loads = { work: { callsPerOperation: 10, bytesPerOperation: 1_000_000 } };
    const row = shownOf({ ...made, plan: { ...made.plan, loads } }).workloads[0]?.rows[1];
    expect(spaced(row?.detail ?? '')).toMatch(/^0\.30\d ms per call, 33\d MB\/s$/);
  });
});
