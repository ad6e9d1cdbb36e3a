import { describe, expect, it } from 'vitest';
import { madeUpRecord } from '../../harness/statistics-fixture.ts';
import { study } from '../../studies/lumenize-vs-capnweb/study.ts';
import { readArgs, UsageError } from '../args.ts';
import { benchArmsCommand, readBenchArmsOptions } from './options.ts';
import { ratioRows, type RatioRow } from './ratios.ts';
import { compared, reached, rowOf, targets, type Target } from './targets.ts';
import { benchArmsText } from './text.ts';

const REFERENCE = 'capnweb/in-memory';
const times: Record<string, number> = {
  'raw-websocket/in-memory': 1000,
  'lumenize/in-memory': 1100,
  'lumenize/hibernating': 1210,
  [REFERENCE]: 1300,
  twin: 1300,
};

function rowsOf(rounds: number, change: Parameters<typeof madeUpRecord>[0]['plan'] = {}) {
  const record = madeUpRecord({
    arms: Object.keys(times),
    workloads: ['get-1000'],
    rounds,
    plan: change,
    block: ({ arm }) => [times[arm] ?? 0],
  });
  return ratioRows('node', record, compared, REFERENCE);
}

function read(...argv: string[]) {
  const args = readArgs(benchArmsCommand, argv);
  if (args === 'help') throw new Error('help was asked for');
  return readBenchArmsOptions(args);
}

describe('the command line of bench:arms', () => {
  it('measures every arm in two workloads from both clients', () => {
    const options = read();
    expect(options).toMatchObject({
      workloads: ['get-1000', 'burst'],
      clients: ['node', 'chromium'],
      rounds: 15,
      out: undefined,
      json: false,
    });
    expect(options.arms).toEqual([...study.arms.map(({ id }) => id), 'twin']);
  });

  it('reads what is given', () => {
    const flags = ['--workloads', 'cold', '--clients=chromium', '--rounds', '2', '--out', 'kept'];
    expect(read(...flags, '--arms', REFERENCE)).toMatchObject({
      workloads: ['cold'],
      arms: [REFERENCE],
      clients: ['chromium'],
      rounds: 2,
      out: 'kept',
    });
    expect(read('--workloads', 'all').workloads).toHaveLength(study.workloads.length);
  });

  it.each([
    [['more'], 'got "more", expected only flags'],
    [['--clients', 'deno'], '--clients: got "deno", expected one of node, chromium'],
    [['--workloads', 'x'], '--workloads: got "x", expected one of increment'],
    [['--rounds', '0'], '--rounds: got "0"'],
  ])('refuses %j', (argv, message) => {
    expect(() => read(...argv)).toThrow(UsageError);
    expect(() => read(...argv)).toThrow(message);
  });
});

describe('the ratios', () => {
  it('are those of every arm to floor and reference, and of hibernating to in-memory', () => {
    const pairs = rowsOf(8).map(({ arm, against }) => `${arm} : ${against}`);
    expect(pairs).toEqual([
      'lumenize/in-memory : raw-websocket/in-memory',
      'lumenize/hibernating : raw-websocket/in-memory',
      'capnweb/in-memory : raw-websocket/in-memory',
      'raw-websocket/in-memory : capnweb/in-memory',
      'lumenize/in-memory : capnweb/in-memory',
      'lumenize/hibernating : capnweb/in-memory',
      'twin : capnweb/in-memory',
      'lumenize/hibernating : lumenize/in-memory',
    ]);
  });

  it('have an interval, and none with too few rounds', () => {
    const [row] = rowsOf(8);
    expect(row).toMatchObject({ client: 'node', workload: 'get-1000' });
    expect(row?.ratio).toBeCloseTo(1.1, 9);
    expect(row?.low).toBeCloseTo(1.1, 9);
    const [few] = rowsOf(2);
    expect(few).toMatchObject({ low: null, high: null });
    expect(few?.ratio).toBeCloseTo(1.1, 9);
  });

  it('leave out what an arm cannot do', () => {
    const lack = { arm: 'lumenize/in-memory', workload: 'get-1000', reason: 'It lacks it.' };
    const rows = rowsOf(8, { cannot: [lack] });
    expect(rows.some(({ arm, against }) => [arm, against].includes(lack.arm))).toBe(false);
    expect(rows).toHaveLength(5);
  });
});

describe('what is to be reached', () => {
  it('names only arms and workloads that there are', () => {
    const arms = study.arms.map(({ id }) => id);
    const workloads = study.workloads.map(({ id }) => id);
    for (const { arm, against, workload } of targets) {
      expect(arms).toContain(arm);
      expect(arms).toContain(against);
      expect(workloads).toContain(workload);
    }
  });

  const target = targets[0] as Target;
  it.each([
    [{ ratio: 1.1, low: 1.05, high: 1.14 }, 'reached'],
    [{ ratio: 1.1, low: 1.05, high: 1.2 }, 'reached, but the interval goes beyond'],
    [{ ratio: 1.2, low: 1.1, high: 1.3 }, 'not reached, but inside the interval'],
    [{ ratio: 1.2, low: 1.18, high: 1.3 }, 'not reached'],
    [{ ratio: 1.1, low: null, high: null }, 'reached, but too few rounds to be sure'],
    [{ ratio: null, low: null, high: null }, 'not measured'],
  ])('of at most 1.15 is, by %o, %s', (found, words) => {
    expect(reached(target, { ...target, ...found })).toBe(words);
  });

  it('stands beside what was found', () => {
    const rows = rowsOf(8);
    expect(rowOf(target, rows)?.ratio).toBeCloseTo(1.1, 9);
    const text = benchArmsText(rows, []);
    expect(text).toMatch(
      /get-1000 +node +lumenize\/in-memory +raw-\S+ +1\.15× +1\.10× .* reached$/m,
    );
    expect(text).toMatch(
      /get-1000 +node +lumenize\/in-memory +capnweb\S+ +0\.92× +0\.85× .*reached$/m,
    );
    // Nothing was measured from Chromium, so nothing is said of it.
    expect(text).not.toContain('chromium');
    const none: RatioRow[] = [];
    expect(benchArmsText(none, [])).toContain('nothing was measured');
  });
});
