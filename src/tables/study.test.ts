import { describe, expect, it } from 'vitest';
import { madeUpPage } from '../exports/testing/entry.ts';
import { analyse } from '../harness/statistics/index.ts';
import { madeUpRounds } from '../harness/testing/fixture.ts';
import { formatCount, NONE } from '../numbers/format.ts';
import { callCosts, callCostsView } from './study.ts';

const use = { accept: 'in-memory', sent: 3, ms: 2, calls: 1 } as const;

describe('a million calls', () => {
  it('are billed by their messages, and without hibernation from call to call', () => {
    const { messages, requests, gbSeconds, usd } = callCosts(use);
    expect({ messages, requests, gbSeconds }).toEqual({
      messages: 3_000_000,
      requests: 150_000,
      gbSeconds: 128_000,
    });
    expect(usd).toBeCloseTo(0.15 * 0.15 + 0.128 * 12.5, 9);
  });

  it('are billed with hibernation for the time that they take', () => {
    expect(callCosts({ ...use, accept: 'hibernating' }).gbSeconds).toBeCloseTo(2000 * 0.128, 9);
  });

  it('take fewer messages and less time where an operation makes several', () => {
    const { messages, gbSeconds } = callCosts({ ...use, calls: 50 });
    expect({ messages, gbSeconds }).toEqual({ messages: 60_000, gbSeconds: 2560 });
  });

  it('are one request each at the Worker and at the object without a socket', () => {
    const { requests, usd } = callCosts({ ...use, accept: 'request', sent: 1 });
    expect(requests).toBe(1_000_000);
    expect(usd).toBeCloseTo(0.15 + 0.3 + (2000 * 0.128 * 12.5) / 1e6, 9);
  });
});

it('is shown for no study that has measured none of its workloads', () => {
  expect(callCostsView([madeUpPage(['measured', 'quoted'])])).toBeUndefined();
  expect(callCostsView([])).toBeUndefined();
});

it('takes each arm from the newest record that has it, the cheapest first, without the control', () => {
  const [asleep, awake] = ['lumenize/hibernating', 'capnweb/in-memory'];
  const pageOf = (id: string, arms: string[], out: number) => {
    const made = madeUpRounds({
      ...{ arms, workloads: ['get-1000'], rounds: 8 },
      block: () => ({ samplesUs: [1000, 1000], frames: { out, in: 2 } }),
    });
    const accept = { [asleep]: 'hibernating', [awake]: 'in-memory', twin: 'in-memory' } as const;
    const record = { ...made, environment: { ...made.environment, accept } };
    const analysis = analyse(record, { reference: awake, subjects: [asleep], margin: 0.05 });
    return { ...madeUpPage([]), runs: [{ id, name: '', record, analysis }] };
  };
  const view = callCostsView([
    pageOf('newer', [awake, 'twin'], 4),
    pageOf('older', [awake, asleep], 2),
  ]);
  expect(view?.source).toContain('Messages and times: older, newer.');
  const rows = view?.table.groups[0]?.rows.map((row) => row.map(({ text }) => text));
  expect(rows?.map(([arm, messages]) => [arm, messages])).toEqual([
    ['One', formatCount(1e6)],
    ['Two', formatCount(2e6)],
  ]);
  expect(rows?.[0]).toHaveLength(5);
});

it('has other workloads than its usual ones, and the weight of each client, where that is asked for', () => {
  const arms = ['capnweb/in-memory', 'raw-websocket/in-memory'];
  const made = madeUpRounds({
    ...{ arms, workloads: ['get-value'], rounds: 8 },
    block: () => ({ samplesUs: [1000, 1000], frames: { out: 1, in: 1 } }),
  });
  const accept = Object.fromEntries(arms.map((arm) => [arm, 'in-memory'] as const));
  const record = { ...made, environment: { ...made.environment, accept } };
  const analysis = analyse(record, { reference: 'capnweb/in-memory', subjects: [], margin: 0.05 });
  const names = (arm: string) => ({ ...ofArm, label: arm, system: arm.split('/')[0] ?? '' });
  const { names: ofAll, ...page } = madeUpPage([]);
  const ofArm = ofAll('capnweb/in-memory');
  const pages = [{ ...page, names, runs: [{ id: 'one', name: '', record, analysis }] }];
  expect(callCostsView(pages)).toBeUndefined();
  const results = [
    { probe: 'bundle-10-kb', system: 'capnweb', result: 'fail', detail: '15.0 kB with gzip' },
  ] as const;
  const recorded = { date: '2026-11-23', runtimes: [], versions: {}, results: [...results] };
  const { table } = callCostsView(pages, { workloads: ['get-value'], recorded }) ?? {};
  const cells = table?.groups[0]?.rows.map((row) => [row[0]?.text, row.at(-1)?.text]);
  expect(new Map(cells as Array<[string, string]>)).toEqual(
    new Map([
      ['capnweb/in-memory', '15.0'],
      ['raw-websocket/in-memory', NONE],
    ]),
  );
  expect(table?.columns).toHaveLength(6);
});
