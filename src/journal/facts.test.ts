import { expect, it } from 'vitest';
import { madeUpSessions, pairs } from '../core/testing/fixture.ts';
import {
  commandsNote,
  commandsOf,
  configurationOf,
  factsOf,
  formatMoment,
  formatRightDate,
  rightDate,
} from './facts.ts';
import { findStudy } from '../libraries/studies/index.ts';
import { outsideText } from '../results/names.ts';

const plain = (text: string): string => text.replace(/\u00a0/g, ' ');

it.each([
  ['2026-01-11', '11 January 2026'],
  ['2026-02-05T15:45', '5 February 2026, 15:45'],
  ['2025-01-02T12:28:52', '2 January 2025, 12:28:52'],
  [undefined, 'no date given'],
  ['2026-11-21T05:24:00.060Z', '21 November 2026, 05:24:00 UTC'],
])('shows %s with the precision it has', (timestamp, shown) => {
  expect(plain(formatMoment(timestamp))).toBe(shown);
});

const repositoryDate = { day: '2025-10-20', from: 'A commit.', url: 'https://example.org/' };

it.each([
  ['2025-01-02T12:28:52', true, '2025-10-20', '20 October 2025, printed as 2 January 2025'],
  ['2025-10-20T10:51:52', false, '2025-10-20T10:51:52', '20 October 2025'],
])('goes by the right one of two dates: %s', (timestamp, contradicts, right, shown) => {
  const dates = { timestamp, repositoryDate: { ...repositoryDate, contradicts } };
  expect(rightDate(dates)).toBe(right);
  expect(plain(formatRightDate(dates))).toBe(shown);
});

type Data = Parameters<typeof factsOf>[0]['entry']['data'];
type Run = Parameters<typeof factsOf>[0]['runs'][number];

const data = {
  timestamp: '2025-01-20',
  vantage: 'On one machine.',
  settings: ['wrangler-dev'],
  systems: { capnweb: '0.1.0', 'Lumenize RPC': 'not stated' },
  state: 'finished',
} as unknown as Data;

it('says what a source does not, and which of two dates is wrong', () => {
  const facts = factsOf({ entry: { data }, runs: [] });
  expect(facts).toContainEqual({ name: 'Commit', value: 'the source names no commit' });
  expect(facts).toContainEqual({ name: 'Lumenize RPC', value: 'version not stated' });
  expect(facts.some(({ name }) => name === 'State')).toBe(false);
  const wrong = { ...data, repositoryDate: { ...repositoryDate, contradicts: true } };
  const dates = factsOf({ entry: { data: wrong }, runs: [] }).slice(0, 2);
  expect(dates.map(({ value }) => plain(value))).toEqual([
    '20 January 2025 as printed; the day is wrong',
    '20 October 2025. A commit.',
  ]);
});

it('shortens a commit, links it, and says that an entry is in progress', () => {
  const commit = 'd91b30a68e181a4d';
  const entry = { data: { ...data, commit, state: 'in-progress' as const } };
  const known = { repository: 'https://example.org/a/b', machine: 'not stated' };
  const facts = factsOf({ entry, runs: [] }, known);
  const link = `https://example.org/a/b/commit/${commit}`;
  expect(facts).toContainEqual({ name: 'Commit', value: 'd91b30a68e', code: true, link });
  expect(facts).toContainEqual({ name: 'Machine', value: 'not stated' });
  expect(facts.at(-1)?.name).toBe('State');
});

it('says what came from outside, once, on which machine, and how each of its runs is repeated', () => {
  const made = madeUpSessions({ arms: ['a/b', 'control'], sessions: 1, turn: () => [1] });
  const { environment, plan, seed } = made;
  const run = (id: string, more: object) =>
    ({ id, study: 'a', seed, plan, environment: { ...environment, ...more } }) as unknown as Run;
  const machine = { platform: 'linux x64', cpuCount: 2, cpu: 'A chip', runtime: 'Chromium 156' };
  const runs = [
    run('One', { outside: [pairs] }),
    run('Two', { outside: [pairs], userAgent: 'Mozilla' }),
    run('Three', machine),
    run('Four', { setting: 'deployed', origin: 'https://x$(touch y)' }),
  ];
  const facts = factsOf({ entry: { data }, runs });
  const values = (wanted: string) =>
    facts.flatMap(({ name, value }) => (name === wanted ? value : []));
  expect(values('From outside')).toEqual([outsideText(pairs)]);
  expect(values('Machine').join()).toContain('A chip, 2 logical processors, linux x64');
  expect(values('Client').join()).toMatch(/^[^;]+; Chromium 156$/);
  const commands = commandsOf(runs, new Map());
  expect(commands.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    expect.stringMatching(/^One: .*--system <folder of pairs>$/),
    expect.stringMatching(/^Two: .*--browser --system <folder of pairs>$/),
    expect.stringMatching(/^Three: npm run measure -- .*--seed \d+$/),
    expect.stringMatching(/--origin 'https:\/\/x\$\(touch y\)'$/),
  ]);
});

it.each([
  [['echo', 'echo-text-1000'], 'at the commit above or a later one.'],
  [['echo', 'memory'], 'at the commit above. The present one lacks some of these operations.'],
])('says at which commits a command for %j works', (workloads, expected) => {
  const note = commandsNote([{ plan: { workloads } }], findStudy('kkrpc-transports'));
  expect(note).toContain(expected);
});

it.each([
  [{ name: 'Calls', value: 100, unit: 'operations' as const }, '100\u202foperations'],
  [{ name: 'At', value: [1, 10, 100], unit: 'clients' as const }, '1, 10, and 100\u202fclients'],
  [{ name: 'Band', value: [50, 79], unit: '%' as const, isRange: true as const }, '50–79\u202f%'],
  [{ name: 'Clients', value: 1, unit: 'clients' as const }, '1\u202fclient'],
  [{ name: 'Port', value: 50055 }, '50\u202f055'],
  [{ name: 'Server', value: 'wrangler dev 4.38.0' }, 'wrangler dev 4.38.0'],
])('shows %j as %s', (item, text) => {
  expect(configurationOf({ configuration: [item] })[0]?.value).toBe(text);
});
