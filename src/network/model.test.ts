import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quotedRecordSchema } from '../harness/record/index.ts';
import { type Call, callTime, countings, gapOf, type Path, readSource } from './source.ts';

const read = (name: string) =>
  quotedRecordSchema.parse(
    JSON.parse(readFileSync(`content/records/lumenize-vs-capnweb/${name}.json`, 'utf8')),
  );
const records = {
  network: read('2025-01-20-network-latency'),
  script: read('2025-10-20-network-script'),
  projections: read('2025-01-20-payloads-and-projections'),
  configurations: read('2025-01-20-three-configurations'),
  byHand: read('2025-01-20-three-configurations-by-hand'),
  summary: read('2025-01-20-recommendations'),
  measured: read('2025-01-02-fresh-connections-summary'),
};
const source = readSource(records);

describe('the source’s own formula', () => {
  const cells = source.networks.flatMap((network) => [
    [network.label, 'Lumenize', source.lumenize, network, network.lumenizeMs] as const,
    [network.label, 'Cap’n Web', source.capnweb, network, network.capnwebMs] as const,
  ]);

  it('is tried on all eight cells of the table', () => expect(cells).toHaveLength(8));

  it.each(cells)('gives the printed time: %s, %s', (_, __, call, path, printed) => {
    expect(callTime(path, call, 'source').totalMs.toFixed(2)).toBe(printed.toFixed(2));
  });

  it('would miss cells with the gap before the table rounds it', () => {
    const { payloadBytes } = source;
    const exact = { payloadBytes, processingMs: source.capnweb.processingMs + source.gapMs };
    const missed = source.networks.filter(
      (network) =>
        callTime(network, exact, 'source').totalMs.toFixed(2) !== network.lumenizeMs.toFixed(2),
    );
    expect(missed.map(({ id }) => id)).toEqual(['datacenter', 'broadband', 'slow']);
  });

  it('would miss a cell if each were charged once', () => {
    const missed = cells.filter(
      ([, , call, path, printed]) =>
        callTime(path, call, 'once').totalMs.toFixed(2) !== printed.toFixed(2),
    );
    expect(missed).toHaveLength(8);
  });

  it.each(source.networks)('gives the printed gap on $label', (network) => {
    const { ms } = gapOf(
      callTime(network, source.lumenize, 'source'),
      callTime(network, source.capnweb, 'source'),
    );
    expect(ms.toFixed(2)).toBe(network.gapMs.toFixed(2));
  });
});

describe('callTime', () => {
  const path: Path = { baseLatencyMs: 10, megabitsPerSecond: 100 };
  const call: Call = { payloadBytes: 1250, processingMs: 0.2 };

  it('charges each part once: 1250 bytes take 0.1 ms at 100 Mbit/s', () => {
    const { latencyMs, transferMs, processingMs, totalMs } = callTime(path, call, 'once');
    expect([latencyMs, processingMs]).toEqual([10, 0.2]);
    expect(transferMs).toBeCloseTo(0.1, 12);
    expect(totalMs).toBeCloseTo(10.3, 12);
  });

  it('charges latency and payload twice as the source does, and processing once', () => {
    const twice = callTime(path, call, 'source');
    expect(twice.latencyMs).toBe(20);
    expect(twice.transferMs).toBeCloseTo(0.2, 12);
    expect(twice.processingMs).toBe(0.2);
  });

  describe.each(countings)('counting %s', (counting) => {
    const total = (change: Partial<Path & Call>) =>
      callTime({ ...path, ...change }, { ...call, ...change }, counting).totalMs;
    const sizes = [0, 0.1, 1, 10, 100, 1000];

    it.each(['baseLatencyMs', 'payloadBytes', 'processingMs'] as const)(
      'takes longer with more %s',
      (name) => {
        const times = sizes.map((size) => total({ [name]: size }));
        for (const [index, time] of times.entries()) {
          if (index > 0) expect(time).toBeGreaterThan(times[index - 1] ?? NaN);
        }
      },
    );

    it('takes less with more bandwidth, and never less than without its bytes', () => {
      const times = sizes.slice(1).map((megabitsPerSecond) => total({ megabitsPerSecond }));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(Math.min(...times)).toBeGreaterThan(total({ payloadBytes: 0 }));
    });

    it('leaves the gap of equal payloads alone, whatever the network', () => {
      for (const baseLatencyMs of sizes) {
        const at = { ...path, baseLatencyMs };
        const slower = callTime(at, { ...call, processingMs: 0.5 }, counting);
        expect(gapOf(slower, callTime(at, call, counting)).ms).toBeCloseTo(0.3, 9);
      }
    });
  });
});

describe('gapOf', () => {
  const path: Path = { baseLatencyMs: 1, megabitsPerSecond: 1000 };
  const time = (processingMs: number) => callTime(path, { payloadBytes: 0, processingMs }, 'once');

  it('is a part of the second’s time', () => {
    expect(gapOf(time(2), time(1))).toEqual({ ms: 1, share: 0.5 });
    expect(gapOf(time(1), time(2)).ms).toBe(-1);
  });
});

describe('readSource', () => {
  it('finds what the table was made from', () => {
    expect(source.payloadBytes).toBe(348);
    expect(source.capnweb.processingMs).toBe(0.108);
    expect(source.lumenize.processingMs).toBe(0.248);
    expect(source.networks.map(({ megabitsPerSecond }) => megabitsPerSecond)).toEqual([
      1000, 100, 50, 10,
    ]);
  });

  it('names a figure that is missing, and one in another unit', () => {
    const without = { ...records.summary, figures: [] };
    expect(() => readSource({ ...records, summary: without })).toThrow(
      'figure "gap.total" of “Summary and Final Recommendations”: got none, expected a figure',
    );
    const [first, ...rest] = records.measured.figures;
    if (!first) throw new Error('the record has no figures');
    const inSeconds = { ...records.measured, figures: [{ ...first, unit: 's' as const }, ...rest] };
    expect(() => readSource({ ...records, measured: inSeconds })).toThrow(
      'figure "gap": got the unit "s", expected "ms"',
    );
  });
});
