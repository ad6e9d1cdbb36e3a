import { csvParse } from 'd3-dsv';
import { describe, expect, it } from 'vitest';
import { quoted, study } from '../exports/testing/entry.ts';
import type { Block } from '../harness/record/index.ts';
import { madeUpRecord, madeUpSessions } from '../harness/testing/fixture.ts';
import { unitColumns, quotedColumns, recordCsv } from './csv.ts';
import { armNames } from './words.ts';

const names = armNames({
  ...study,
  arms: study.arms.map((arm, at) => (at === 0 ? { ...arm, quotedLabel: 'Its original' } : arm)),
});

describe('of a quoted record', () => {
  const rows = csvParse(recordCsv(quoted, names));

  it('has a row for each result and each figure', () => {
    expect(rows.columns).toEqual(Object.keys(quotedColumns));
    expect(rows.map(({ row }) => row)).toEqual(['result', 'result', 'figure', 'figure']);
  });

  it('names what the source measured', () => {
    expect(rows.map(({ arm_label: label }) => label)).toEqual(['Its original', 'Two', '', '']);
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

  it('gives digits as printed, where the number alone has lost noughts', () => {
    const [result, ...results] = quoted.results;
    const padded = {
      ...result,
      arm: 'a',
      workload: 'w',
      totalMs: 17,
      printed: { totalMs: '17.00' },
    };
    const own = csvParse(recordCsv({ ...quoted, results: [padded, ...results] }, names));
    expect(own[0]?.total_ms).toBe('17.00');
  });

  it('holds no text that a spreadsheet takes for a formula, and numbers as they are', () => {
    const [figure] = quoted.figures;
    if (figure === undefined) throw new Error('no figure');
    const texts = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', 'a=1', '-1.50'];
    const figures = texts.map((label) => ({ ...figure, label, value: -1 }));
    const own = csvParse(recordCsv({ ...quoted, results: [], figures }, names));
    expect(own.map(({ label }) => label)).toEqual(
      texts.map((text, at) => (at < 7 ? `'${text}` : text)),
    );
    expect(own.every(({ value }) => value === '-1')).toBe(true);
  });

  it('quotes what has commas and quotes in it', () => {
    expect(recordCsv(quoted, names)).toContain('"Gain, ""hoped for"""');
    expect(rows[2]?.label).toBe('Gain, "hoped for"');
  });
});

describe('of a measured record of blocks', () => {
  const measured = madeUpRecord({
    arms: study.arms.map(({ id }) => id),
    workloads: ['reads'],
    rounds: 2,
    block: () => [1500, 1500, 1530],
  });

  it('has a row for each block, with its totals and its median', () => {
    const rows = csvParse(recordCsv(measured, names));
    expect(rows.columns).toEqual(Object.keys(unitColumns));
    expect(rows).toHaveLength(measured.blocks.length);
    expect(rows[0]).toMatchObject({
      ...{ session: '0', round: '0', arm: 'lumenize/hibernating', workload: 'reads', void: '' },
      ...{ operations: '3', connect_us: '2000', total_us: '4530' },
      ...{ min_us: '1500', median_us: '1500', max_us: '1530' },
      ...{ frames_out: '10', bytes_in: '200', arm_label: 'One' },
    });
  });

  it('leaves times empty for a block that never got to one', () => {
    const [block] = measured.blocks;
    if (block === undefined) throw new Error('no block');
    const broken = {
      ...measured,
      blocks: [{ ...block, samplesUs: [], void: 'connect' as const, detail: 'refused, twice' }],
    };
    expect(csvParse(recordCsv(broken, names))[0]).toMatchObject({
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
      return csvParse(recordCsv(record, names))[0]?.total_us;
    };

    it('gives the total of the block, not the sum of its samples', () => {
      expect(totalOf({ totalUs: 3100 })).toBe('3100');
    });

    it('leaves the total empty where the block broke off before its end', () => {
      expect(totalOf({ void: 'closed', detail: 'closed' })).toBe('');
    });
  });
});

describe('of a measured record of sessions', () => {
  const record = madeUpSessions({
    ...{ arms: ['one', 'two'], sessions: 2, rounds: 2 },
    turn: ({ arm, session, round }) =>
      arm === 'two' && session === 1 && round === 1
        ? { samplesUs: [7], void: 'closed', detail: 'it closed' }
        : [1000, 2000, 4000 + session],
  });

  it('has a row for each turn in its order, with its session and round', () => {
    const rows = csvParse(recordCsv(record, names));
    expect(rows.columns).toEqual(Object.keys(unitColumns));
    const places = record.sessions.flatMap(({ session, turns }) =>
      turns.map(({ round, arm }) => [String(session), String(round), arm]),
    );
    expect(rows.map(({ session, round, arm }) => [session, round, arm])).toEqual(places);
    expect(rows[0]).toMatchObject({
      ...{ operations: '3', connect_us: '2000', total_us: '7000' },
      ...{ min_us: '1000', median_us: '2000', max_us: '4000', void: '' },
    });
    const discarded = rows.filter((row) => row.void !== '');
    expect(discarded).toMatchObject([
      {
        session: '1',
        round: '1',
        arm: 'two',
        void: 'closed',
        detail: 'it closed',
        operations: '1',
      },
    ]);
  });

  it('has a row for an arm that never had a turn', () => {
    const [first] = record.sessions;
    if (first === undefined) throw new Error('no session');
    const arms = [...first.arms, { arm: 'three', warmUp: 0, void: 'connect' as const }];
    const rows = csvParse(recordCsv({ ...record, sessions: [{ ...first, arms }] }, names));
    expect(rows).toHaveLength(5);
    expect(rows.at(-1)).toMatchObject({ arm: 'three', void: 'connect', operations: '0' });
  });
});
