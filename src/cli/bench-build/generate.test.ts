import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../harness/read-record.ts';
import type { RoundtripRecord } from '../../harness/record.ts';
import { madeUpRecord } from '../../harness/statistics-fixture.ts';
import { generate, type ContentFile, type Template } from './generate.ts';

const quoted: RoundtripRecord = {
  schema: 1,
  kind: 'quoted',
  study: 'study',
  date: '2025-01-02',
  source: { title: 'Table', url: 'https://example.org/' },
  environment: { setting: 'local', versions: {} },
  results: [
    {
      ...{ arm: 'a', workload: 'w', operations: 100, totalMs: 24.43 },
      ...{ msPerOperation: 0.244, operationsPerSecond: 4093.2 },
    },
  ],
  figures: [],
};

const template = (name: string, record: RoundtripRecord): Template => ({
  id: `study/${name}`,
  text: `---\nplace: 1\ntitle: 'The first: ${name}'\nsupersedes: study/other\nrecords:\n  - study/${name}\n---\n\nText.\n`,
  records: [{ id: `study/${name}`, record }],
});

const templates = [
  template('quoted', quoted),
  template('measured', madeUpRecord({ arms: ['a', 'b'], rounds: 2, block: () => [900, 1100] })),
];

const made = (count: number, seed = 1): ContentFile[] => [...generate(templates, count, seed)];

describe('generate', () => {
  it('gives the same files for the same seed, and other figures for another', () => {
    expect(made(4)).toEqual(made(4));
    expect(made(4, 2)).not.toEqual(made(4));
  });

  it('starts a long journal with the files of a short one', () => {
    expect(made(8).slice(0, made(4).length)).toEqual(made(4));
  });

  it('copies a measured entry for every fourth, and quoted ones between', () => {
    const entries = made(8).filter(({ path }) => path.startsWith('entries/'));
    expect(entries.map(({ path }) => path.includes('measured'))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((index) => index % 4 === 0),
    );
  });

  it('gives each copy a place, a title and records of its own, and drops what it says of others', () => {
    const files = made(5);
    const fronts = files
      .filter(({ path }) => path.endsWith('.mdx'))
      .map(({ text }) => parse(text.split('---\n')[1] ?? '') as Record<string, unknown>);
    expect(fronts.map(({ place }) => place)).toEqual([1001, 1002, 1003, 1004, 1005]);
    expect(fronts[1]).toEqual({
      place: 1002,
      title: 'The first: quoted, copy 2',
      records: ['study/quoted-copy-00002'],
    });
    const paths = files.map(({ path }) => path);
    expect(new Set(paths).size).toBe(10);
    expect(paths).toContain('records/study/quoted-copy-00002.json');
    expect(files.find(({ path }) => path.endsWith('.mdx'))?.text).toMatch(/---\n\nText\.\n$/);
  });

  it('makes records that the schema allows, whose figures still agree with each other', () => {
    const texts = made(400).filter(({ path }) => path.startsWith('records/'));
    expect(texts).toHaveLength(400);
    for (const { path, text } of texts) expect(() => readRecord(text, path)).not.toThrow();
  });

  it('refuses a site without entries', () => {
    expect(() => [...generate([], 1, 1)]).toThrow('content/entries: got no entry');
  });
});
