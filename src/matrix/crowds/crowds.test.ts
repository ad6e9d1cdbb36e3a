import { describe, expect, it } from 'vitest';
import { knownIssues } from '../questions/known-issues.ts';
import { toText } from '../../results/tables/text.ts';
import {
  type CrowdRecord,
  type CrowdRow,
  publishedCrowds,
  readCrowds,
  resultOfCrowds,
  writeCrowds,
} from './record.ts';
import {
  crowdChart,
  crowdTable,
  idleTable,
  leftTable,
  numberText,
} from '../../results/tables/crowds.ts';

const row = (numbers: CrowdRow['numbers'], more: Partial<CrowdRow> = {}): CrowdRow => ({
  library: 'capnweb',
  of: 'calls',
  count: 1000,
  repeat: 0,
  numbers,
  ...more,
});

const recordOf = (...rows: CrowdRow[]): CrowdRecord => ({
  schema: 1,
  kind: 'crowds',
  startedAt: '2026-11-27T00:00:00.000Z',
  seed: 1,
  repeats: 3,
  environment: {
    runtime: 'Node 24.21.0',
    platform: 'linux x64',
    cpuCount: 2,
    loadAverage: [1, 2],
    commit: '',
    dirty: false,
    versions: { capnweb: '0.12.0' },
  },
  libraries: ['raw-websocket', 'capnweb', 'hono'],
  errors: [],
  rows,
});
const resultOf = (...rows: CrowdRow[]) => resultOfCrowds(recordOf(...rows));

describe('a record', () => {
  const record = recordOf(row({ client: -5.5, server: 361 }));

  it('is read as it was written', () => {
    expect(readCrowds(writeCrowds(record), 'a.json')).toEqual(record);
  });

  it.each([
    ['a.json: got no JSON, expected a record of npm run bench -- crowds', '{"schema"', '"schema"'],
    ['got "streams"\n  → at rows[0].of', '"of":"calls"', '"of":"streams"'],
    ['got the library "x", expected one of raw-websocket, capnweb', '"capnweb","of', '"x","of'],
  ])('is refused with “%s”', (message, from, to) => {
    const text = writeCrowds(record);
    expect(text).toContain(from);
    expect(() => readCrowds(text.replace(from, to), 'a.json')).toThrow(message);
  });
});

it('has the median, the least and the most of all repeats, apart by number and in order', () => {
  const few = { of: 'crowd', count: 10 } as const;
  const { rows } = resultOf(
    row({ allP50: 9 }, { of: 'crowd', count: 100 }),
    row({ allP50: 4, lost: 0 }, few),
    row({ allP50: 2, lost: 7 }, few),
    row({ allP50: 3 }, few),
    row({ client: 1 }, { library: 'raw-websocket' }),
  );
  expect(rows).toEqual([
    { library: 'raw-websocket', of: 'calls', count: 1000, numbers: { client: [1] } },
    {
      library: 'capnweb',
      of: 'crowd',
      count: 10,
      numbers: { allP50: [3, 2, 4], lost: [3.5, 0, 7] },
    },
    { library: 'capnweb', of: 'crowd', count: 100, numbers: { allP50: [9] } },
  ]);
});

describe('the tables', () => {
  const result = resultOf(
    row({ client: 361, server: 12 }),
    row({ client: 9000, server: 4000 }, { of: 'idle', count: 10 }),
    row({ client: 9000, server: 4000 }, { of: 'idle' }),
    row({ client: 8000, server: 3000, asleep: 1 }, { of: 'idle', library: 'raw-websocket' }),
    row({ oneP50: 0.2, allP50: 4, lastMs: 7, lost: 2 }, { of: 'crowd', count: 100 }),
    row({ oneP50: 0.3, allP50: 5 }, { of: 'crowd', count: 100, library: 'hono' }),
  );

  it('tell what stays from what two readings differ by, for each thing that is over', () => {
    const text = toText(leftTable(result));
    expect(text).toMatch(/Each call\nCap’n Web +361 +none$/);
    expect(text).toContain('Client (B)');
  });

  it('have the largest number of idle connections, awake and asleep', () => {
    const text = toText(idleTable(result));
    expect(text).toMatch(/Plain WebSocket +3\.0 +none +8\.0/);
    expect(text).toMatch(/Cap’n Web +4\.0 +stays awake +9\.0/);
    expect(text).not.toContain('Hono');
  });

  it('have times by the number of clients, and a panel for each that has any', () => {
    const text = toText(crowdTable(result));
    expect(text).toContain('100 clients');
    expect(text).toMatch(/Cap’n Web.* up to 2/);
    expect(text).toMatch(/Hono.* no subscription/);
    const series = crowdChart(result).panels.map((panel) => panel.series.length);
    expect(series).toEqual([2, 2, 1]);
  });
});

it('gives the numbers of sentences, and says which is missing', () => {
  const result = resultOf(row({ client: 361, server: 12 }), row({ lastMs: 7 }, { of: 'crowd' }));
  const text = (...args: [of: 'calls' | 'crowd', measure: 'client' | 'server' | 'lastMs']) =>
    numberText(result, 'capnweb', ...args).replaceAll('\u202f', ' ');
  expect(text('calls', 'client')).toBe('361 B');
  expect(text('calls', 'server')).toBe('nothing');
  expect(text('crowd', 'lastMs')).toBe('7.0 ms');
  expect(() => numberText(result, 'hono', 'crowd', 'lastMs')).toThrow(
    'got no lastMs of hono, crowd',
  );
});

it('says of each known issue that it shows what has become of it', () => {
  const shown = knownIssues().issues.flatMap(({ shownBy, systems }) =>
    'page' in shownBy && shownBy.page === '/studies/crowds/#left'
      ? systems.map((system) => ({ system, state: shownBy.state }))
      : [],
  );
  expect(shown).not.toEqual([]);
  for (const { system, state } of shown) {
    const kept = numberText(publishedCrowds(), system, 'calls', 'client');
    expect(state).toBe(kept === 'nothing' ? 'mended in our version' : 'still so');
  }
});
