import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quotedRecordSchema } from '../../core/record/index.ts';
import { rowsIn } from '../../results/tables/table.ts';
import { networkTable } from './times.ts';

const record = quotedRecordSchema.parse(
  JSON.parse(
    readFileSync('content/records/lumenize-vs-capnweb/2025-01-20-network-latency.json', 'utf8'),
  ),
);
const figure = (id: string): number =>
  record.figures.find((each) => each.id === id)?.value ?? Number.NaN;

describe('the source’s formula', () => {
  it.each(['datacenter', 'broadband', 'mobile', 'slow'])('gives both printed times: %s', (id) => {
    const call = {
      roundTripMs: figure(`${id}.latency`),
      megabitsPerSecond: figure(`${id}.bandwidth`) * 8,
      payloadBytes: 348,
      processingMs: 0.108,
    };
    const [row] = rowsIn(networkTable([], call, figure('gap')));
    const printed = ['capnweb', 'lumenize'].map((name) => figure(`${id}.${name}`).toFixed(2));
    expect(row?.cells.slice(1, 3)).toEqual(printed);
  });
});

const call = { roundTripMs: 10, megabitsPerSecond: 100, payloadBytes: 1250, processingMs: 0.2 };

it('charges latency and payload once or twice and processing once, and takes the gap’s share of that', () => {
  const [row] = rowsIn(networkTable([], call, 1.03));
  expect(row?.cells.slice(1)).toEqual(['20.40', '21.43', '10.30', '11.33', '10.0']);
});
