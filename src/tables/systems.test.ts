import { expect, it } from 'vitest';
import type { SystemEntry } from '../journal/systems.ts';
import { entriesTable, versionsTable } from './systems.ts';

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
