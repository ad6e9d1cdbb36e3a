import { describe, expect, it } from 'vitest';
import type { RememberedRun } from '../network/remembered.ts';
import { valuesOf, type Values } from '../network/values.ts';
import { ownText, resultView, startedText } from './network.ts';

const values: Values = valuesOf(
  { baseLatencyMs: 10, megabitsPerSecond: 100 },
  { payloadBytes: 345, processingMs: 0.247 },
  { payloadBytes: 345, processingMs: 0.105 },
  'once',
);
const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');

describe('resultView', () => {
  it('shows as many decimals as the gap needs', () => {
    const { systems, gap, share, sentence } = resultView(values);
    expect(systems.map(({ total }) => plain(total))).toEqual(['10.275 ms', '10.133 ms']);
    expect([plain(gap), plain(share)]).toEqual(['0.142 ms', '1.4 %']);
    expect(plain(sentence)).toBe(
      'Lumenize 10.275 ms, Cap’n Web 10.133 ms. Gap 0.142 ms, 1.4 % of Cap’n Web’s time.',
    );
  });

  it('draws parts of the longer bar', () => {
    const [lumenize, capnweb] = resultView(values).systems.map(
      ({ widths: { latency, transfer, processing } }) => latency + transfer + processing,
    );
    expect(lumenize).toBeCloseTo(100, 9);
    expect(capnweb).toBeCloseTo((100 * 10.1326) / 10.2746, 9);
  });

  it('says which is the faster by the sign', () => {
    const { gap, share } = resultView({ ...values, 'lumenize-processing': 0.05 });
    expect([plain(gap), plain(share)]).toEqual(['−0.055 ms', '−0.5 %']);
  });

  it('does not call a part nothing that is only short', () => {
    const [lumenize] = resultView({ ...values, bandwidth: 10_000, counting: 'once' }).systems;
    expect(plain(lumenize?.parts ?? '')).toBe(
      'base latency 10.0 ms, transfer under 0.001 ms, processing 0.247 ms',
    );
  });

  it('stays whole where nothing takes any time', () => {
    const nothing = { ...values };
    for (const id of [
      'latency',
      'lumenize-payload',
      'capnweb-payload',
      'lumenize-processing',
      'capnweb-processing',
    ] as const) {
      nothing[id] = 0;
    }
    const { systems, share } = resultView(nothing);
    expect(systems.map(({ widths }) => widths.processing)).toEqual([0, 0]);
    expect(share).toBe('–');
  });
});

describe('a run in words', () => {
  const arm = (name: string, msPerOperation: number) => ({
    arm: name,
    msPerOperation,
    bytesPerOperation: 100,
  });
  const arms = {
    baseline: arm('raw-websocket/in-memory', 0.2),
    lumenize: arm('lumenize/hibernating', 0.3),
    capnweb: arm('capnweb/in-memory', 0.25),
  };
  const run: RememberedRun = {
    study: 'lumenize-vs-capnweb',
    startedAt: '2026-11-21T05:24:00.060Z',
    setting: 'wrangler-dev',
    runtime: 'Chromium 156',
    workload: 'mixed',
    arms: Object.values(arms),
  };

  it('names its time, its place and what was measured', () => {
    expect(plain(startedText(run))).toBe('21 November 2026, 05:24 UTC');
    const call = { payloadBytes: 100, processingMs: 0.1 };
    const own = { baseLatencyMs: 0.2, lumenize: call, capnweb: call, arms };
    const text = plain(
      ownText(run, own, {
        workloads: { mixed: 'writes and reads' },
        arms: { 'capnweb/in-memory': 'Cap’n Web' },
      }),
    );
    expect(text).toContain('Chromium 156, on 21 November 2026, 05:24 UTC, against wrangler dev');
    expect(text).toContain('with writes and reads.');
    expect(text).toContain(
      'raw-websocket/in-memory 0.200 ms, lumenize/hibernating 0.300 ms, Cap’n Web 0.250 ms',
    );
  });
});
