/** The views of the studies whose channels are no sockets to a bench. */
import { describe, expect, it } from 'vitest';
import { attributes, plain, textsOf } from '../../figures/testing/drawing.ts';
import { processArms } from '../../places/processes/arms.ts';
import { pairOf } from '../../places/processes/names.ts';
import { spaced } from '../../report/table.ts';
import { heatStep, heatSteps } from '../view.ts';
import { viewsOf } from './index.ts';
import { drawingsOf, groupsOf, processesPage, rowsOf, viewIn } from '../testing/measured.ts';

const stdio = processArms.filter(({ id }) => /^kkrpc.*-stdio$/.test(id)).map(({ id }) => id);
const baseline = 'json-lines/node-node-stdio';

/** µs of a call: more where Deno answers; each session a little slower than the one before. */
const usOf = (arm: string, session: number): number =>
  (arm.includes('-deno-stdio') ? 100 : 40) * (1 + session / 1000);

const echoes = (own: readonly string[], plan = {}) => ({
  ...{ arms: [...own], workloads: ['echo'], plan },
  turn: ({ arm, session }: { arm: string; session: number }) => [usOf(arm, session)],
});

describe('every pair of runtimes', () => {
  const page = processesPage(['pairs'], echoes(stdio));
  const view = viewIn(page, 'pairs');

  it('stands in one square for each transport, callers down, who answers across', () => {
    const { columns, groups } = view.heat ?? { columns: [], groups: [] };
    expect(columns).toEqual(['Node', 'Bun', 'Deno']);
    expect(groups.map(({ heading }) => heading)).toEqual(['kkrpc over stdio']);
    expect(groups[0]?.rows.map(({ name }) => name)).toEqual(['Node', 'Bun', 'Deno']);
    const [first] = groups[0]?.rows ?? [];
    expect(first?.cells.map(({ text, notes }) => [text, ...notes].map(spaced))).toEqual([
      ['24 913', '40.1 µs', '1.00×'],
      ['24 913', '40.1 µs', '1.00×'],
      ['9 965', '100 µs', '0.40×'],
    ]);
    expect(first?.cells.map(({ step }) => step)).toEqual([4, 4, 1]);
  });

  it('has every interval in its table', () => {
    const [group] = view.table.groups;
    expect(group?.rows).toHaveLength(9);
    const [pair, rate, us, ratio, outcome] = group?.rows.at(2) ?? [];
    expect(pair?.text).toBe('Node calls Deno');
    expect(spaced(rate?.note ?? '')).toMatch(/^9 9\d\d–10 000$/);
    expect(us?.note).toMatch(/^100–101$/);
    expect(ratio).toEqual({ text: '0.40×', note: '0.40–0.40' });
    expect(outcome?.text).toBe('measured');
  });

  it('says in a cell what cannot be done or was not answered, and why', () => {
    const [cannot, silent] = ['kkrpc/bun-node-stdio', 'kkrpc/deno-bun-stdio'];
    const plan = { cannot: [{ arm: cannot, workload: 'echo', reason: 'A reason.' }] };
    const own = echoes(stdio, plan);
    const turn = (cell: { arm: string; session: number }) =>
      cell.arm === silent ? { void: 'stalled' as const, samplesUs: [] } : own.turn(cell);
    const { heat, table } = viewIn(processesPage(['pairs'], { ...own, turn }), 'pairs');
    const texts = heat?.groups[0]?.rows.flatMap(({ cells }) => cells.map(({ text }) => text));
    expect([texts?.[3], texts?.[7]]).toEqual(['cannot', 'stalled']);
    const outcomes = table.groups[0]?.rows.map((row) => row.at(-1));
    expect(outcomes?.[3]).toEqual({ text: 'cannot', note: 'A reason.' });
    expect(outcomes?.[7]).toEqual({ text: 'stalled', note: 'Stalled in 8 of 8 sessions.' });
  });

  it('needs pairs of two runtimes', () => {
    const alone = stdio.filter((id) => pairOf(id)?.client === pairOf(id)?.server);
    const short = processesPage(['pairs'], echoes(alone));
    expect(() => viewsOf(short, short)).toThrow(
      'views: got pairs, expected the workload echo with',
    );
  });
});

describe('the steps of a heat table', () => {
  it('are as many below the middle as above it, each with its range', () => {
    expect(heatSteps.map(({ range }) => range)).toEqual([
      ...['under 0.50×', '0.50–0.67×', '0.67–0.91×', '0.91–1.10×', '1.10–1.50×', '1.50–2.00×'],
      'over 2.00×',
    ]);
    expect([0.1, 0.6, 0.8, 1, 1.2, 1.7, 9].map(heatStep)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('calls a second', () => {
  const own = ['kkrpc/node-deno-stdio', 'kkrpc/node-node-stdio', baseline];
  const made = echoes(own);
  const turn = (cell: { arm: string; session: number }) =>
    made.turn(cell).map((us) => (cell.arm === baseline ? us / 2 : us));
  const view = viewIn(processesPage(['throughput:echo'], { ...made, turn }), 'throughput-echo');

  it('has the fastest arm first, each with its ratio to the baseline', () => {
    expect(rowsOf(view.table).map((row) => [row[0], row.at(-1)])).toEqual([
      ['Plain JSON lines, Node, stdio', '1.00×'],
      ['kkrpc, Node, stdio', '0.50×'],
      ['kkrpc, Node to Deno, stdio', '0.20×'],
    ]);
  });

  it('marks the baseline in every row, inside the drawing', () => {
    for (const figure of drawingsOf(view)) {
      expect(textsOf(figure).filter((text) => text.includes('baseline'))).toHaveLength(1);
      const lines = attributes(figure, 'g[stroke="var(--rt-figure-muted)"] line', 'x1');
      expect(lines.filter((x) => x === lines[0])).toHaveLength(3);
      expect(plain(figure.label)).toContain('measured, the baseline.');
    }
  });

  it('counts the calls of a burst, not the bursts', () => {
    const burst = processesPage(['throughput:burst-10'], {
      ...{ arms: own, workloads: ['burst-10'] },
      plan: { loads: { 'burst-10': { callsPerOperation: 10 } } },
      turn: ({ session }) => [1000 + session],
    });
    expect(rowsOf(viewIn(burst, 'throughput-burst-10').table)[0]?.[1]).toBe('9 965');
  });

  it('needs turns of the workload that count', () => {
    const page = processesPage(['throughput:burst-10'], made);
    expect(() => viewsOf(page, page)).toThrow('views: got throughput:burst-10, expected turns of');
  });
});

describe('data by the size of a payload', () => {
  const sizes = [1000, 1_048_576];
  const ways = sizes.flatMap((size) => [`up-text-${size}`, `echo-bytes-${size}`]);
  const bytesOf = (workload: string): number =>
    Number(workload.split('-').at(-1)) * (workload.startsWith('echo') ? 2 : 1);
  const made = (workloads: string[]) =>
    processesPage(['sizes'], {
      ...{ arms: stdio.filter((id) => id.includes('node-node')), workloads },
      plan: {
        loads: Object.fromEntries(ways.map((id) => [id, { bytesPerOperation: bytesOf(id) }])),
      },
      turn: ({ workload, session }) => [(bytesOf(workload) / 100) * (1 + session / 1000)],
    });
  const view = viewIn(made(ways), 'sizes');

  it('has a row for each size, what goes up and back with both ways counted', () => {
    expect(groupsOf(view.table)).toEqual([
      [['kkrpc, Node, stdio, text'], ['1.00 kB', '99.7', '–', '–'], ['1.05 MB', '99.7', '–', '–']],
      [['kkrpc, Node, stdio, bytes'], ['1.00 kB', '–', '–', '99.7'], ['1.05 MB', '–', '–', '99.7']],
    ]);
    expect(view.table.note).toContain('MB are a million bytes');
  });

  it('has a panel for text and one for bytes, inside the drawing', () => {
    for (const figure of drawingsOf(view)) {
      const texts = textsOf(figure);
      for (const name of ['MB/s, text', 'MB/s, bytes', 'up and back'])
        expect(texts).toContain(name);
      expect(figure.label).toContain('kkrpc, Node, stdio, 1.00');
    }
  });

  it('needs two sizes', () => {
    const page = made(ways.filter((id) => id.endsWith('-1000')));
    expect(() => viewsOf(page, page)).toThrow(
      'views: got sizes, expected workloads <up|down|echo>-',
    );
  });
});
