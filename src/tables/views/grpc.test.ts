/** The views of calls at several numbers of clients, at several rates, and of their times. */
import { describe, expect, it } from 'vitest';
import { attributes, plain, textsOf } from '../../figures/testing/drawing.ts';
import { spaced } from '../../report/table.ts';
import { viewsOf } from './index.ts';
import { entryOf, type EntrySketch, figure } from '../testing/fixture.ts';
import {
  drawingsOf,
  groupsOf,
  grpcStudy,
  measuredPage,
  rowsOf,
  viewIn,
} from '../testing/measured.ts';

const MINE = 'outside:mine/as-it-stands';

describe('throughput by the number of clients', () => {
  const counts = [1, 10, 100];
  const workloads = counts.map((clients) => `unary-${clients}`);
  /** Calls a second: TCP has all of the machine with ten clients; mine waits, and stalls with many. */
  const rates: Record<string, Record<number, number>> = {
    'tcp/go': { 1: 10_000, 10: 50_000, 100: 40_000 },
    'grpc-go': { 1: 5000, 10: 20_000, 100: 25_000 },
    [MINE]: { 1: 20, 10: 240 },
  };
  const why = '3 of 100 clients stalled: no answer within 5,000 ms after 10 calls';
  const page = measuredPage(grpcStudy, ['scaling:unary'], {
    ...{ arms: [...Object.keys(rates), 'twin'], workloads },
    turn: ({ arm, workload, session }) => {
      const clients = Number(workload.split('-').at(-1));
      const rate = rates[arm === 'twin' ? 'grpc-go' : arm]?.[clients];
      if (rate === undefined) return { void: 'stalled', detail: `a turn: ${why}` };
      const totalUs = Math.round((200 / rate) * 1e6 * (1 + session / 1000));
      return { samplesUs: Array.from({ length: 200 }, () => (totalUs * clients) / 200), totalUs };
    },
  });
  const view = viewIn(page, 'scaling-unary');

  it('has each arm beside what its first client would give, and what stalled in its place', () => {
    expect(groupsOf(view.table)).toEqual([
      [
        ['TCP by hand, Go'],
        ['1', '9 965', '9 965', '100.0 %'],
        ['10', '49 826', '99 651', '50.0 %'],
        ['100', '39 860', '996 512', '4.0 %'],
      ],
      [
        ['grpc-go'],
        ['1', '4 983', '4 983', '100.0 %'],
        ['10', '19 930', '49 826', '40.0 %'],
        ['100', '24 913', '498 256', '5.0 %'],
      ],
      [
        ['mine, as it stands'],
        ['1', '20', '20', '100.0 %'],
        ['10', '239', '199', '120.0 %'],
        ['100', 'stalled', '1 993', '–'],
      ],
    ]);
    const rows = view.table.groups.at(-1)?.rows;
    expect(rows?.[2]?.[0]?.note).toBe(`Stalled in 8 of 8 sessions, at first thus: ${why}.`);
    expect(spaced(view.table.groups[0]?.rows[0]?.[1]?.note ?? '')).toMatch(/^9 9\d\d–[\d ]+$/);
  });

  it('says what an efficiency above 100 % means, where there is one', () => {
    expect(view.sentences?.[0]).toContain('the one client was waiting and not working');
    const own = page.runs.map((run) => ({
      ...run,
      analysis: { ...run.analysis, arms: run.analysis.arms.filter(({ arm }) => arm !== MINE) },
    }));
    expect(viewIn({ ...page, runs: own }, 'scaling-unary').sentences).toBeUndefined();
  });

  it('draws the most that the baseline reached, and every stall on the axis', () => {
    const [drawn] = drawingsOf(view);
    const texts = textsOf(drawn);
    expect(texts).toContain('the machine’s limit, 49 826 /s');
    expect(texts).toContain('mine, as it stands: stalled with 100 clients');
    expect(drawn.note).toContain('the most that TCP by hand, Go, the baseline, reached');
    expect(plain(drawn.label)).toContain('mine, as it stands, 100 clients: stalled.');
    expect(plain(drawn.title)).toBe(
      'From 1 to 100 clients, throughput becomes 4.00× with TCP by hand, Go, 5.00× with grpc-go',
    );
    // One ideal line for each arm; none goes over the top.
    const ends = attributes(drawn, 'g[stroke-dasharray] path', 'd');
    expect(ends).toHaveLength(3);
    for (const end of ends) expect(Number(end?.split(',').at(-1))).toBeGreaterThan(0);
  });

  it('needs two numbers of clients', () => {
    const entry = { ...page.entry, data: { views: ['scaling:one-way' as const] } };
    expect(() => viewsOf({ ...page, entry })).toThrow(
      'views: got scaling:one-way, expected workloads one-way-<clients> with turns that count',
    );
  });
});

describe('how often times come', () => {
  const page = measuredPage(grpcStudy, ['humps:unary-1'], {
    ...{ arms: ['grpc-go', 'grpc-go/nodelay', 'grpc-go/nagle'], workloads: ['unary-1'] },
    turn: ({ arm, session }) =>
      Array.from({ length: 100 }, (_, at) =>
        arm === 'grpc-go/nagle' && at >= 10
          ? (at < 60 ? 82_000 : 41_000) + at * 10
          : 200 + at + session,
      ),
  });
  const view = viewIn(page, 'humps-unary-1');

  it('tells how many calls of each arm wait for an acknowledgement', () => {
    expect(rowsOf(view.table).map((row) => [row[0], row[4], row[5]])).toEqual([
      ['grpc-go', 'none', '3 200'],
      ['grpc-go, split frames, TCP_NODELAY', 'none', '3 200'],
      ['grpc-go, split frames, no TCP_NODELAY', '90 %', '3 200'],
    ]);
    expect(view.sentences?.[0]).toContain('how long Linux holds back an acknowledgement');
    expect(plain(view.figure?.(646).title ?? '')).toBe(
      '90 % of calls take 35–50 or 75–105 ms with grpc-go, split frames, no TCP_NODELAY, none with grpc-go, split frames, TCP_NODELAY',
    );
  });

  it('draws each arm’s bars over one axis, the highest of all arms alike', () => {
    const [drawn] = drawingsOf(view);
    const heights = attributes(drawn, 'g[fill^="var(--rt-system"] rect', 'height').map(Number);
    expect(heights.filter((height) => height === Math.max(...heights))).toHaveLength(3);
    expect(textsOf(drawn)).toContain('median 82.1 ms; 35–50 or 75–105 ms: 90 %');
  });

  it('needs calls that were timed one by one', () => {
    const entry = { ...page.entry, data: { views: ['humps:row-5000' as const] } };
    expect(() => viewsOf({ ...page, entry })).toThrow(
      'views: got humps:row-5000, expected calls of that workload that count, timed one by one,',
    );
  });
});

describe('kinds of call', () => {
  const rate = (clients: number, operationsPerSecond: number) => ({
    ...{ arm: 'grpc-go', workload: `unary-${clients}`, clients, operationsPerSecond },
  });
  const sketch: EntrySketch = {
    study: 'grpc-go-vs-lisp',
    views: ['kinds'],
    records: [
      { name: 'one', results: [rate(1, 9214), rate(100, 78_471)] },
      {
        name: 'two',
        figures: [
          figure('go.server-1', '/s', 70_620),
          figure('go.server-100', '/s', 537_187),
          figure('go.client-100', '/s', 50_380),
          figure('go.bidirectional-1', '/s', 839_364),
          figure('go.bidirectional-100', '/s', 2_097_233),
        ],
      },
    ],
  };
  const view = viewIn(entryOf(sketch), 'kinds');

  it('stand side by side for the reference, each with what is counted', () => {
    expect(rowsOf(view.table)).toEqual([
      ['Unary, in calls', '9 214', '78 471'],
      ['Server streaming, in messages', '70 620', '537 187'],
      ['Client streaming, in calls', '–', '50 380'],
      ['Both ways, in messages', '839 364', '2 097 233'],
    ]);
    expect(view.title).toBe('Kinds of call, Go (grpc-go)');
  });

  it('have a shape each, though they are of one system, and no ideal', () => {
    const [, drawing] = drawingsOf(view);
    expect(textsOf(drawing)).toContain('calls or messages per second, log scale');
    const shapes = attributes(drawing, 'g[stroke-width="2"] > path[transform]', 'd');
    expect(new Set(shapes).size).toBe(4);
    expect(attributes(drawing, 'g[stroke-dasharray] path', 'd')).toEqual([]);
  });
});
