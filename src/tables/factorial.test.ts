import { describe, expect, it } from 'vitest';
import type { MeasuredRecord, Setting } from '../harness/record/index.ts';
import { madeUpRounds } from '../harness/testing/fixture.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { findStudy } from '../studies/index.ts';
import {
  clientsOf,
  factorRows,
  factorsOf,
  factorTable,
  serverRows,
  type FactorialStudy,
} from './factorial.ts';

const study: FactorialStudy = {
  baseline: 'raw/in-memory',
  reference: 'c/in-memory',
  subjects: ['l/hibernating', 'l/in-memory'],
  margin: 0.05,
  arms: [
    { id: 'raw/in-memory', system: 'raw', accept: 'in-memory' },
    { id: 'raw/hibernating', system: 'raw', accept: 'hibernating' },
    { id: 'l/hibernating', system: 'l', accept: 'hibernating' },
    { id: 'l/in-memory', system: 'l', accept: 'in-memory' },
    { id: 'c/in-memory', system: 'c', accept: 'in-memory' },
  ],
};

/** µs an operation takes: systems 100, 200 and 160; hibernating doubles it. */
const costs: Record<string, number> = {
  'raw/in-memory': 100,
  'raw/hibernating': 200,
  'l/hibernating': 400,
  'l/in-memory': 200,
  'c/in-memory': 160,
  twin: 160,
};

function record(setting: Setting, runtime: string, factor = 1): MeasuredRecord {
  const made = madeUpRounds({
    arms: Object.keys(costs),
    rounds: 8,
    block: ({ arm, round }) => [(costs[arm] ?? 0) * factor * (1 + round / 10)],
  });
  return { ...made, environment: { ...made.environment, setting, runtime } };
}

describe('factorsOf', () => {
  it('isolates the socket, the protocol and both', () => {
    expect(factorsOf(study).map(({ kind, arm, to }) => `${kind}: ${arm} ÷ ${to}`)).toEqual([
      'twin: twin ÷ c/in-memory',
      'socket: raw/hibernating ÷ raw/in-memory',
      'socket: l/hibernating ÷ l/in-memory',
      'protocol: l/in-memory ÷ c/in-memory',
      'protocol: c/in-memory ÷ raw/in-memory',
      'protocol: l/in-memory ÷ raw/in-memory',
      'both: l/hibernating ÷ c/in-memory',
    ]);
  });
});

describe('factorRows', () => {
  const rows = factorRows(study, [record('workerd', 'Node 24')], 'calls');

  it('pairs within rounds, so that a drift of all arms leaves the ratio alone', () => {
    const found = rows.map(({ ratios: [ratio] }) => ratio?.estimate.toFixed(3));
    expect(found).toEqual(['1.000', '2.000', '2.000', '1.250', '1.600', '2.000', '2.500']);
    expect(rows[3]?.ratios[0]?.interval?.low).toBeCloseTo(1.25, 6);
  });

  it('multiplies up: the socket times the protocol is both', () => {
    const [socket, protocol, both] = [2, 3, 6].map((at) => rows[at]?.ratios[0]?.estimate ?? 0);
    expect((socket ?? 0) * (protocol ?? 0)).toBeCloseTo(both ?? 0, 6);
  });

  it('has no ratio where an arm was left out', () => {
    const made = madeUpRounds({ arms: ['c/in-memory'], rounds: 6, block: () => [1] });
    const ratios = factorRows(study, [made], 'calls').map(({ ratios: [ratio] }) => ratio);
    expect(ratios.every((ratio) => ratio === undefined)).toBe(true);
  });
});

describe('serverRows', () => {
  const records = [
    record('workerd', 'Node 24'),
    record('wrangler-dev', 'Node 24', 3),
    record('workerd', 'Chromium 156'),
  ];
  const clients = clientsOf(records, 'workerd', 'wrangler-dev');

  it('takes the clients that measured on both servers', () => {
    expect(clients.map(({ runtime }) => runtime)).toEqual(['Node 24']);
  });

  it('takes one over a simulated network for another client', () => {
    const [near, server] = records;
    if (!near || !server) throw new Error('expected two records');
    const network = { roundTripMs: 25, jitterMs: 2 };
    const over = (made: MeasuredRecord): MeasuredRecord => ({
      ...made,
      environment: { ...made.environment, network },
    });
    expect(clientsOf([near, over(server)], 'workerd', 'wrangler-dev')).toEqual([]);
    const both = clientsOf([near, over(server), over(near), server], 'workerd', 'wrangler-dev');
    expect(both.map(({ first, second }) => [first, second])).toEqual([
      [near, server],
      [over(near), over(server)],
    ]);
  });

  it('divides the second by the first, without the A/A control', () => {
    const rows = serverRows(study, clients);
    expect(rows.map(({ arm }) => arm)).toEqual(Object.keys(costs).filter((arm) => arm !== 'twin'));
    for (const {
      ratios: [ratio],
    } of rows) {
      expect(ratio?.estimate).toBeCloseTo(3, 1);
      expect(ratio?.interval?.low).toBeLessThan(3);
    }
  });
});

describe('factorTable', () => {
  it('has a column for each record, and says of the twin what it resolves', () => {
    const { record: taken } = measuredRun('2026-11-21-socket-protocol-server-1');
    const table = factorTable(findStudy('lumenize-vs-capnweb'), [taken, taken], (arm) => arm);
    expect(table.columns).toHaveLength(3);
    const [noise, socket] = table.groups[0]?.rows ?? [];
    expect(noise?.[1]?.note).toMatch(/^.+–.+\nresolves .+%/);
    expect(socket?.[1]?.note).toMatch(/^[\d.]+–[\d.]+$/);
    expect(noise?.[1]).toEqual(noise?.[2]);
  });
});
