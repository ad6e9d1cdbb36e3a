import { csvParse } from 'd3-dsv';
import { describe, expect, it } from 'vitest';
import { measured, quoted } from '../exports/testing/entry.ts';
import type { Block } from '../harness/record/index.ts';
import { madeUpRecord } from '../harness/testing/fixture.ts';
import { blockColumns, quotedColumns, recordCsv } from './csv.ts';

describe('of a quoted record', () => {
  const rows = csvParse(recordCsv(quoted));

  it('has a row for each result and each figure', () => {
    expect(rows.columns).toEqual(Object.keys(quotedColumns));
    expect(rows.map(({ row }) => row)).toEqual(['result', 'result', 'figure', 'figure']);
  });

  it('gives numbers back as they are in the record, and nothing where there is none', () => {
    expect(Number(rows[0]?.total_ms)).toBe(24.43);
    expect(rows[0]?.ms_per_operation).toBe('');
    expect(rows[2]).toMatchObject({
      value: '',
      low: '2',
      high: '3',
      unit: '×',
      origin: 'expected',
    });
    expect(rows[3]).toMatchObject({ figure: 'parse', value: '0.5', approximate: 'true' });
  });

  it('quotes what has commas and quotes in it', () => {
    expect(recordCsv(quoted)).toContain('"Gain, ""hoped for"""');
    expect(rows[2]?.label).toBe('Gain, "hoped for"');
  });
});

describe('of a measured record', () => {
  it('has a row for each block, with its totals and its median', () => {
    const rows = csvParse(recordCsv(measured));
    expect(rows.columns).toEqual(Object.keys(blockColumns));
    expect(rows).toHaveLength(measured.blocks.length);
    expect(rows[0]).toMatchObject({
      ...{ round: '0', arm: 'lumenize/hibernating', workload: 'reads', void: '' },
      ...{ operations: '3', connect_us: '2000', total_us: '4530' },
      ...{ min_us: '1500', median_us: '1500', max_us: '1530' },
      ...{ frames_out: '10', bytes_in: '200' },
    });
  });

  it('leaves times empty for a block that never got to one', () => {
    const [block] = measured.blocks;
    if (block === undefined) throw new Error('no block');
    const broken = {
      ...measured,
      blocks: [{ ...block, samplesUs: [], void: 'connect' as const, detail: 'refused, twice' }],
    };
    expect(csvParse(recordCsv(broken))[0]).toMatchObject({
      ...{ operations: '0', total_us: '0', median_us: '', void: 'connect' },
      detail: 'refused, twice',
    });
  });

  describe('of overlapping operations', () => {
    const totalOf = (block: Partial<Block>) => {
      const record = madeUpRecord({
        arms: ['one'],
        rounds: 1,
        plan: { loads: { calls: { concurrency: 3 } } },
        block: () => ({ samplesUs: [1000, 2000, 3000], ...block }),
      });
      return csvParse(recordCsv(record))[0]?.total_us;
    };

    it('gives the total of the block, not the sum of its samples', () => {
      expect(totalOf({ totalUs: 3100 })).toBe('3100');
    });

    it('leaves the total empty where the block broke off before its end', () => {
      expect(totalOf({ void: 'closed', detail: 'closed' })).toBe('');
    });
  });
});
