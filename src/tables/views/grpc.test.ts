/** The views of calls at several numbers of clients, at several rates, and of their times. */
import { describe, expect, it } from 'vitest';
import { attributes, plain, textsOf, textsOutside, WIDTHS } from '../../figures/testing/drawing.ts';
import { spaced } from '../../report/table.ts';
import type { View } from '../view.ts';
import { viewsOf } from './index.ts';
import { grpcStudy } from './testing/grpc.ts';
import { measuredPage, viewIn } from './testing/measured.ts';

const MINE = 'outside:mine/as-it-stands';

const rowsOf = ({ table }: View) =>
  table.groups.map(({ heading = '', rows }) => [
    heading,
    ...rows.map((row) => row.map(({ text }) => spaced(text))),
  ]);

function fits(view: View): void {
  for (const width of WIDTHS) {
    const figure = view.figure?.(width);
    if (figure === undefined) throw new Error('expected a figure');
    expect(textsOutside(figure)).toEqual([]);
  }
}

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
    expect(rowsOf(view)).toEqual([
      [
        'TCP by hand, Go',
        ['1', '9 965', '9 965', '100.0 %'],
        ['10', '49 826', '99 651', '50.0 %'],
        ['100', '39 860', '996 512', '4.0 %'],
      ],
      [
        'grpc-go',
        ['1', '4 983', '4 983', '100.0 %'],
        ['10', '19 930', '49 826', '40.0 %'],
        ['100', '24 913', '498 256', '5.0 %'],
      ],
      [
        'mine, as it stands',
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
    fits(view);
    const figure = view.figure?.(WIDTHS[0]);
    if (figure === undefined) throw new Error('expected a figure');
    const texts = textsOf(figure);
    expect(texts).toContain('the machine’s limit, 49 826 /s');
    expect(texts).toContain('mine, as it stands: stalled with 100 clients');
    expect(figure.note).toContain('the most that TCP by hand, Go, the baseline, reached');
    expect(plain(figure.label)).toContain('mine, as it stands, 100 clients: stalled.');
    expect(plain(figure.title)).toBe(
      'From 1 to 100 clients, throughput becomes 4.00× with TCP by hand, Go, 5.00× with grpc-go',
    );
    // One ideal line for each arm; none goes over the top.
    const ends = attributes(figure, 'g[stroke-dasharray] path', 'd');
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
