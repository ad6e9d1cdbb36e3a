import { describe, expect, it } from 'vitest';
import { spaced } from '../../report/table.ts';
import type { Table, View } from '../view.ts';
import { entryOf, figure, type EntrySketch } from '../testing/fixture.ts';
import { groupsOf, viewIn } from '../testing/measured.ts';
import { viewsOf } from './index.ts';

/** Texts of a table, a row of cells each; headings of groups stand alone. */
const texts = (table: Table): string[][] => groupsOf(table).flat();

const viewOf = (sketch: EntrySketch, id: string): View => viewIn(entryOf(sketch), id);

const label = (view: View): string => spaced(view.figure?.(704).label ?? '');

const counter = (arm: string, totalMs: number) => ({
  ...{ arm, workload: 'increment', operations: 100, totalMs },
});

const measurement: EntrySketch = {
  study: 'lumenize-vs-capnweb',
  records: [
    {
      name: 'one',
      results: [
        { ...counter('lumenize/hibernating', 17), msPerOperation: 0.17 },
        counter('capnweb/in-memory', 12.24),
      ],
    },
  ],
};

describe('results and ratios', () => {
  it('stand before the views that an entry names, in its order', () => {
    const figures = [figure('spread.lumenize.increment', 'ms', [17, 20])];
    const records = measurement.records.map((record) => ({ ...record, figures }));
    const ids = viewsOf(entryOf({ ...measurement, records, views: ['spread'] })).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['results', 'ratios', 'spread']);
  });

  it('print what the source printed, with the zeros that a number loses', () => {
    const { table } = viewOf(measurement, 'results');
    expect(table.columns.map((column) => column.label)).toEqual([
      ...['System', 'Operations', 'Total (ms)', 'Per operation (ms)'],
    ]);
    expect(texts(table)[1]).toEqual(['Lumenize RPC, hibernating', '100', '17.00', '0.17']);
    expect(texts(table)[2]).toEqual(['Cap’n Web', '100', '12.24', '–']);
  });

  it('mark what is computed where the source printed no average', () => {
    expect(label(viewOf(measurement, 'results'))).toContain('Cap’n Web, 0.122 ms, derived.');
  });

  it('divide the subject by the reference', () => {
    const [, row] = texts(viewOf(measurement, 'ratios').table);
    expect(row).toEqual(['Lumenize RPC, hibernating', '1.39×']);
  });

  it('divide rates by the reference’s, so that less done is the smaller number', () => {
    const rate = (arm: string, operationsPerSecond: number) => ({
      ...{ arm: `kkrpc/${arm}`, workload: 'echo-sequential', operationsPerSecond },
    });
    const results = [rate('node-stdio', 25_256), rate('bun-stdio', 20_034)];
    const sketch = { study: 'kkrpc-transports', records: [{ name: 'one', results }] };
    const view = viewOf(sketch, 'ratios');
    expect(texts(view.table)[1]).toEqual(['Bun over stdio', '0.79×']);
    expect(view.table.caption).toBe('Throughput compared with Node.js over stdio');
    expect(spaced(view.figure?.(704).note ?? '')).toMatch(/^Left of 1× gets less done/);
  });

  it('keep settings on figures of their own', () => {
    const [record] = measurement.records;
    if (!record) throw new Error('expected a record');
    const records = [record, { ...record, name: 'two', setting: 'deployed' }];
    const views = viewsOf(entryOf({ ...measurement, records }));
    expect(views.map(({ id, title }) => [id, title])).toEqual([
      ['results-1', 'Results, local machine'],
      ['results-2', 'Results, deployed'],
      ['ratios', 'Compared with Cap’n Web'],
    ]);
    expect(views[2]?.table.groups.map(({ heading }) => heading?.split(', ').at(-1))).toEqual([
      'local machine',
      'deployed',
    ]);
  });

  it('tell the runs of one entry apart', () => {
    const [record] = measurement.records;
    const records = ['day', 'day-run-1'].map((name) => ({ ...record, name }));
    const names = texts(viewOf({ ...measurement, records }, 'results').table).map(([name]) => name);
    expect(names).toContain('Lumenize RPC, hibernating, recorded');
    expect(names).toContain('Lumenize RPC, hibernating, run 1');
  });
});

describe('spread', () => {
  const runs: EntrySketch = {
    study: 'lumenize-vs-capnweb',
    views: ['spread'],
    records: [30.46, 28.36, 25.31].map((total, index) => ({
      name: `day-run-${index + 1}`,
      results: [counter('lumenize/hibernating', total)],
    })),
  };

  it('names rows by their run where all are of one arm', () => {
    const { table } = viewOf(runs, 'results');
    expect(table.caption).toMatch(/: Lumenize RPC, hibernating$/);
    expect(table.columns[0]?.label).toBe('Run');
    expect(table.groups[0]?.rows.map(([cell]) => cell?.text)).toEqual(['Run 1', 'Run 2', 'Run 3']);
  });

  it('goes from the fastest run to the slowest and names each', () => {
    expect(texts(viewOf(runs, 'spread').table)[1]).toEqual([
      'Lumenize RPC, hibernating',
      '25.31',
      '30.46',
      'run 1: 30.46, run 2: 28.36, run 3: 25.31',
      '1.20×',
    ]);
  });

  it('takes the ends that a source prints, of one system or of all', () => {
    const figures = [
      figure('spread.capnweb.increment', 'ms', [17.15, 26.48]),
      figure('spread.mixed', 'ms', [15, 21]),
    ];
    const sketch: EntrySketch = { ...runs, records: [{ name: 'one', figures }] };
    const rows = texts(viewOf(sketch, 'spread').table);
    expect(rows[1]?.slice(0, 3)).toEqual(['Cap’n Web', '17.15', '26.48']);
    expect(rows[3]).toEqual(['All systems together', '15.00', '21.00', 'not printed', '1.40×']);
  });

  it('refuses a figure of no workload', () => {
    const sketch: EntrySketch = {
      ...runs,
      records: [{ name: 'one', figures: [figure('spread.lumenize.echo', 'ms', [1, 2])] }],
    };
    expect(() => viewsOf(entryOf(sketch))).toThrow(/spread\.lumenize\.echo.*increment, get-value/);
  });
});

describe('stages', () => {
  const sketch = (steps: number, remaining = 0.5): EntrySketch => ({
    study: 'lumenize-vs-capnweb',
    views: ['stages'],
    records: [
      {
        name: 'one',
        results: [
          {
            ...{ arm: 'lumenize/hibernating', workload: 'increment' },
            ...{ msPerOperation: 0.71, approximate: true },
          },
        ],
        figures: [
          figure('client.stringify', 'ms', steps),
          figure('client.total', 'ms', 0.035),
          { ...figure('client.send', 'ms', 0.017), approximate: true },
          figure('remaining', 'ms', remaining),
        ],
      },
    ],
  });

  it('computes what is left of the round trip, and leaves out the sum', () => {
    expect(texts(viewOf(sketch(0.01), 'stages').table)).toEqual([
      ['Label of client.stringify', '0.010', '1.4 %'],
      ['Label of client.send', '≈0.017', '2.4 %'],
      ['Everything else', '≈0.683', '96.2 %'],
      ['The whole round trip', '≈0.71', '100.0 %'],
    ]);
  });

  it('marks what is left as derived, unless the source printed the same', () => {
    const marks = (remaining: number) =>
      viewOf(sketch(0.01, remaining), 'stages').table.groups[0]?.rows[2]?.map(({ mark }) => mark);
    expect(marks(0.5)?.[1]).toBe('derived');
    expect(marks(0.683)?.[1]).toBeUndefined();
  });

  it('refuses parts that are more than the whole', () => {
    expect(() => viewsOf(entryOf(sketch(0.8)))).toThrow('no more than the round trip, 0.71 ms');
  });
});

describe('batches', () => {
  it('gives no time to a batch that hung', () => {
    const batch = (operations: number) => ({
      ...{ arm: 'lumenize-call', workload: `calls-${operations}`, operations },
    });
    const results = [
      { ...batch(50), outcome: 'hung', completed: 45 },
      { ...batch(45), totalMs: 1208, validated: true },
    ];
    const records = [{ name: 'one', setting: 'deployed', results }];
    const view = viewOf({ study: 'call-delay', views: ['batches'], records }, 'batches');
    expect(texts(view.table).slice(1)).toEqual([
      ['@lumenize/call', '45', '1 208', '26.84', 'ended, results checked'],
      ['@lumenize/call', '50', '–', '–', 'hung at 45 of 50'],
    ]);
    expect(label(view)).toContain('@lumenize/call, 50 calls, hung at 45 of 50.');
  });
});

const rate = (arm: string, clients: number, operationsPerSecond: number) => ({
  ...{ arm, workload: `unary-${clients}`, clients, operationsPerSecond },
});
const unary = [
  rate('grpc-lisp', 1, 12),
  rate('grpc-go', 1, 9214),
  rate('grpc-lisp', 100, 1179),
  rate('grpc-go', 100, 78_471),
];

describe('versus and scaling', () => {
  const sketch: EntrySketch = {
    study: 'grpc-go-vs-lisp',
    views: ['versus', 'scaling'],
    records: [{ name: 'one', results: unary }],
  };

  it('names the band of each share', () => {
    expect(texts(viewOf(sketch, 'versus').table)).toEqual([
      ['Unary calls, 1 client', '9 214', '12', '0.13 %', '768×', 'far behind'],
      ['Unary calls, 100 clients', '78 471', '1 179', '1.50 %', '66.6×', 'far behind'],
    ]);
  });

  it('measures each system against its own first point', () => {
    const rows = texts(viewOf(sketch, 'scaling').table);
    expect(rows).toContainEqual(['100', '1 179', '1 200', '98.3 %']);
    expect(rows).toContainEqual(['100', '78 471', '921 400', '8.5 %']);
  });

  it('shows no result a second time', () => {
    expect(viewsOf(entryOf(sketch)).map(({ id }) => id)).toEqual(['versus', 'scaling']);
  });
});

describe('optimisations', () => {
  it('multiplies the gains and says what the target would need', () => {
    const gains = [figure('gain.a', '×', [10, 50]), figure('gain.b', '×', [1.5, 2])];
    const figures = [...gains, figure('target', '%', [10, 20])];
    const records = [{ name: 'one', results: unary, figures }];
    const view = viewOf(
      { study: 'grpc-go-vs-lisp', views: ['optimisations'], records },
      'optimisations',
    );
    const rows = texts(view.table);
    expect(rows).toContainEqual(['Product of all factors', '15×', '100×']);
    expect(rows).toContainEqual([
      'Unary calls, 1 client, to 10–20 % of Go (grpc-go)',
      '76.8×',
      '154×',
    ]);
  });
});

describe('results of several kinds', () => {
  it('have a view for throughputs and one for amounts of data, of one record', () => {
    const arm = 'kkrpc/bun-stdio';
    const results = [
      { arm, workload: 'echo-sequential', operationsPerSecond: 20_034, latencyMs: 0.05 },
      { arm, workload: 'upload-1mb', megabytesPerSecond: 1010, approximate: true },
    ];
    const sketch: EntrySketch = {
      study: 'kkrpc-transports',
      records: [{ name: 'one', results }],
    };
    const rowOf = (id: string) => texts(viewOf(sketch, id).table)[1];
    expect(rowOf('results-1')).toEqual(['Bun over stdio', '20 034', '0.05']);
    expect(rowOf('results-2')).toEqual(['Bun over stdio', '≈1 010']);
    expect(viewOf(sketch, 'results-2').title).toBe('Data transfer, local machine');
  });
});

describe('network', () => {
  it('prints the times of both systems, with speed and gap', () => {
    const figures = [
      figure('slow.speed', 'Mbit/s', 10),
      figure('slow.latency', 'ms', 50),
      figure('slow.lumenize', 'ms', 100.8),
      figure('slow.capnweb', 'ms', 100.66),
      figure('slow.gap-share', '%', 0.1),
    ];
    const { table } = viewOf(
      { study: 'lumenize-vs-capnweb', views: ['network'], records: [{ name: 'one', figures }] },
      'network',
    );
    expect(texts(table)).toEqual([['Slow', '50', '100.80', '100.66', '0.1']]);
    expect(spaced(table.groups[0]?.rows[0]?.[0]?.note ?? '')).toBe('10 Mbit/s');
  });
});

describe('a view without its data', () => {
  it.each([
    ['spread', 'results of several records, or figures spread.<workload> in ms'],
    ['stages', 'figures client.<step> in ms'],
    ['batches', 'results with operations, and with totalMs or an outcome,'],
    ['versus', 'results of the subject and the reference with operationsPerSecond'],
    ['kinds', 'figures go.<server|client|bidirectional>-<clients> in /s'],
    ['scaling', 'results with clients and operationsPerSecond'],
    ['network', 'figures <network>.speed and <network>.<system> in ms'],
    ['optimisations', 'figures gain.<name> with ×'],
  ] as const)('%s fails the build, naming entry, field and what was expected', (view, expected) => {
    const sketch: EntrySketch = {
      study: 'grpc-go-vs-lisp',
      views: [view],
      records: [{ name: 'one' }],
    };
    const start = `content/entries/grpc-go-vs-lisp/entry.mdx views: got ${view}, expected ${expected}`;
    expect(() => viewsOf(entryOf(sketch))).toThrow(start);
    expect(() => viewsOf(entryOf(sketch))).toThrow('in content/records/grpc-go-vs-lisp/one.json');
  });
});
