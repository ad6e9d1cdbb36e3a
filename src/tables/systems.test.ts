import { expect, it } from 'vitest';
import { systemSchema } from '../collections/systems.ts';
import type { SystemEntry } from '../journal/systems.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import {
  differsTable,
  halvesTable,
  entriesTable,
  interopTable,
  originalText,
  speedTable,
  versionsTable,
} from './systems.ts';
import { rowsOf } from './testing/measured.ts';

const entry: SystemEntry = {
  title: 'A comparison',
  href: '/studies/a/one/',
  study: 'A',
  date: '2\u00a0January\u00a02025',
  places: ['wrangler dev', 'local machine'],
  versions: { capnweb: '0.1.0', lumenize: 'not stated' },
  measured: false,
};

it('names the versions that an entry names, and says where there is none', () => {
  const { groups } = entriesTable([entry, { ...entry, versions: {}, measured: true }]);
  const [named, unnamed] = groups[0]?.rows ?? [];
  expect(named?.map(({ text }) => text)).toEqual([
    'A comparison',
    'wrangler dev, local machine',
    'capnweb 0.1.0',
  ]);
  expect(named?.[0]?.note).toBe('2\u00a0January\u00a02025 · quoted');
  expect(unnamed?.[0]?.note).toContain('measured here');
  expect(unnamed?.at(-1)).toEqual({ text: 'none', muted: true });
});

it('groups by study, and says when it leaves entries out', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...entry,
    study: index < 10 ? 'A' : 'B',
  }));
  const table = entriesTable(many);
  expect(table.groups.map(({ heading, rows }) => [heading, rows.length])).toEqual([
    ['A', 10],
    ['B', 10],
  ]);
  expect(table.note).toBe('The newest 20 of 30.');
  expect(entriesTable([entry])).not.toHaveProperty('note');
});

it('says of each package whether what is measured is the newest', () => {
  const remarks = { two: 'Another two is no successor.' };
  const of = (installed: Record<string, string>, newest?: Record<string, string>) => ({
    ...{ system: { id: 'a', label: 'A' }, href: '/systems/a/', installed },
    notes: newest && { newest: { checked: '2026-01-02', versions: newest, remarks } },
  });
  const table = versionsTable([
    of({ one: '1.0.0', two: '2.0.0' }, { one: '1.0.0', two: '2.1.0' }),
    of({ three: '3.0.0' }),
    of({}, { four: '4.0.0' }),
    {
      ...of({}),
      notes: { newest: { checked: '2026-01-02', versions: {}, protocol: '0.5' } },
    },
  ]);
  expect(table.groups[0]?.rows.map((row) => row.slice(1).map(({ text }) => text))).toEqual([
    ['one', '1.0.0', '1.0.0', '2\u00a0January\u00a02026', 'newest'],
    ['two', '2.0.0', '2.1.0', '2\u00a0January\u00a02026', 'older'],
    ['three', '3.0.0', 'not checked', '–', '–'],
    ['protocol', '0.5', '0.5', '2\u00a0January\u00a02026', 'as tested'],
  ]);
  expect(table.groups[0]?.rows[1]?.[3]?.note).toBe(remarks.two);
});

const { original } = systemSchema.parse({
  original: {
    name: 'lib 2',
    interop: {
      date: '2026-01-02',
      how: 'Its suite.',
      cases: 40,
      pairs: [
        { client: 'published', server: 'ours', failed: [{ cases: 3, what: 'Reaching in.' }] },
        { client: 'ours', server: 'published', failed: [] },
      ],
    },
    speed: {
      how: 'On Node.',
      original: 'outside:lumenize-rpc/hibernating',
      ours: 'lumenize/hibernating',
      records: ['x/1'],
    },
  },
});
if (original === undefined) throw new Error('no original');

it('takes what passes from what fails', () => {
  expect(rowsOf(interopTable(original))).toEqual([
    ['Published client, this site’s server', '37', '40', '3 × Reaching in.'],
    ['This site’s client, published server', '40', '40', 'nothing'],
  ]);
});

const { record } = measuredRun('2026-11-22-published-calls-at-once-1');

it('takes the ratio of the two from their common rounds', () => {
  expect(rowsOf(speedTable(original, [record]))).toEqual([
    [
      '50 reads at once',
      'Node 24.21.0',
      '0.44',
      expect.stringMatching(/^0\.4\d–0\.4\d$/) as string,
    ],
  ]);
});

it('names the arm that a record does not have', () => {
  const speed = { ...original.speed, ours: 'lumenize/none' };
  expect(() => speedTable({ ...original, speed }, [record])).toThrow(
    'got no rounds of "burst" with both lumenize/none and outside:lumenize-rpc/hibernating',
  );
});

it('says both in sentences, our half named', () => {
  const text = originalText(original, [record]);
  expect(text).toContain('Of the 40 cases of the test suite of lib 2');
  expect(text).toContain('its server passes 37 and its client passes 40.');
  expect(text).toContain('takes 0.44× the published library’s time');
});

it('says what the code of the library does otherwise', () => {
  const half = 'client' as const;
  const differs = [{ half, what: 'A chain', theirs: 'again and again', ours: 'once' }];
  const crossed = {
    client: original.speed.original,
    server: original.speed.ours,
    records: ['x/1'],
  };
  const both = { ...original, differs, speed: { ...original.speed, crossed } };
  // The whole library stands for its client here, and ours for its server.
  expect(rowsOf(differsTable(both, [record]))).toEqual([
    ['A chain', 'again and again', 'once', '2.29× with the whole client'],
  ]);
  expect(rowsOf(halvesTable(both, [record])).map(([, , ratio]) => ratio)).toEqual(['2.29', '1.00']);
  expect(rowsOf(differsTable({ ...original, differs }, []))[0]?.[3]).toBe('–');
});
