import { describe, expect, it } from 'vitest';
import {
  type Amount,
  type ChooseTable,
  missingCommand,
  orderedRows,
  readChoice,
  type Row,
  runOf,
  usualChoice,
  writeChoice,
} from './choose.ts';
import { rowsHtml } from './choose-html.ts';

const row = (id: string, call: Amount, more: Partial<Row> = {}): Row => ({
  ...{ id, name: id.toUpperCase(), href: '/systems/x/', glyph: '●', color: '--rt-system-x' },
  ...{ versions: '1.0.0', baseline: false, arms: { node: id }, fixed: {}, lacks: {} },
  cells: { 'node 0': { call } },
  ...more,
});
const time = (value: number): Amount => ({
  value,
  low: value * 0.9,
  high: value * 1.1,
  record: 'r',
});

const table: ChooseTable = {
  ...{ id: 'made', title: 'Calling', study: 'made-up', sideLabel: 'Called from', live: true },
  networks: [0, 25],
  sides: [
    { id: 'node', label: 'Node.js' },
    { id: 'browser', label: 'a browser', flags: '--browser' },
  ],
  columns: [
    { id: 'call', label: 'One call', unit: 'ms', workload: 'increment' },
    { id: 'held', label: 'How it is held', unit: '' },
  ],
  needs: [{ id: 'streams', label: 'Streams' }],
  rows: [
    row('hand', time(0.3), { baseline: true }),
    row('slow', time(0.8)),
    row('fast', time(0.4), { lacks: { streams: { why: 'Streams: it says "no"', href: '/c/' } } }),
    row('middle', time(0.5)),
    row('untold', {}),
  ],
  sources: { r: { title: 'An entry', href: '/studies/e/', date: '2 November 2026' } },
};
const usual = usualChoice(table);

describe('an address', () => {
  it.each(['', '?from=browser&network=25&sort=-held&needs=streams', '?sort=-call'])(
    'is read and written: %s',
    (search) => {
      const { choice, wrong } = readChoice(search, table);
      expect(wrong).toEqual([]);
      expect(writeChoice(choice, table)).toBe(search);
    },
  );

  it('keeps what is of others', () => {
    expect(writeChoice(usual, table, '?theme=dark&network=25')).toBe('?theme=dark');
  });

  it('that asks for what is not there is told what is, and the rest of it holds', () => {
    const { choice, wrong } = readChoice('?from=moon&network=25&needs=streams,wings', table);
    expect(wrong).toEqual([
      'from: got "moon", expected one of node, browser.',
      'needs: got "wings", expected one of streams.',
    ]);
    expect(choice).toEqual({ ...usual, network: 25, needs: ['streams'] });
  });
});

describe('rows', () => {
  const idsOf = (choice: typeof usual) => orderedRows(table, choice).map(({ id }) => id);

  it('stand by their time, without those that have none', () => {
    expect(idsOf(usual)).toEqual(['hand', 'fast', 'middle', 'slow']);
    expect(idsOf({ ...usual, down: true })).toEqual(['slow', 'middle', 'fast', 'hand']);
  });

  it('that lack what is ticked stand last, with the reason and the way to the code', () => {
    const choice = { ...usual, needs: ['streams'] };
    expect(idsOf(choice)).toEqual(['hand', 'middle', 'slow', 'fast']);
    const html = rowsHtml(table, choice);
    expect(html).toContain('Streams: it says &quot;no&quot; <a href="/c/"');
    expect(html).toMatch(
      /<td[^>]*title="An entry, 2 November 2026"><span data-pad="">0\.40<\/span><small>0\.36–0\.44<\/small>/,
    );
  });
});

it('runs what is left in the lab, or by a command', () => {
  const choice = { ...usual, needs: ['streams'] };
  expect(runOf(table, choice)).toEqual({
    href: '/lab/?study=made-up&workloads=increment&arms=hand,middle,slow',
  });
  expect(runOf({ ...table, live: false }, choice)?.command).toBe(
    'npm run measure -- made-up --workloads increment --arms hand,middle,slow',
  );
});

it('says how to measure what was not', () => {
  expect(missingCommand(table, { ...usual, side: 'browser', network: 25 })).toBeUndefined();
  expect(missingCommand(table, usual)).toBe(
    'npm run measure -- made-up --workloads increment --arms untold',
  );
});
