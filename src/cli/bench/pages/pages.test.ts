import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Audited,
  categories,
  type Category,
  pagesText,
  readReport,
  scriptsBeyond,
  summaryOf,
} from './audit.ts';
import { findTemplates } from './shoot.ts';

const scores = (performance: number) =>
  ({
    ...Object.fromEntries(categories.map((id) => [id, 100])),
    performance,
  }) as Record<Category, number>;

describe('a report of Lighthouse', () => {
  const audits = {
    'total-blocking-time': { score: 0.5, numericValue: 340 },
    'cumulative-layout-shift': { score: 0.91, numericValue: 0.01 },
    'llms-txt': { score: 0 },
    'ard-schema': { score: null },
    'long-tasks': { score: 0 },
    'network-requests': {
      score: 1,
      details: {
        items: [
          { url: 'https://a/', resourceType: 'Document', transferSize: 900 },
          { url: 'https://a/a.js', resourceType: 'Script', transferSize: 100 },
        ],
      },
    },
  };
  const refs: Partial<Record<Category, [id: string, weight: number][]>> = {
    performance: [
      ['total-blocking-time', 30],
      ['long-tasks', 0],
    ],
    'agentic-browsing': [
      ['llms-txt', 1],
      ['ard-schema', 1],
      ['cumulative-layout-shift', 1],
    ],
  };
  const report = {
    environment: { benchmarkIndex: 1200.5 },
    audits,
    categories: Object.fromEntries(
      categories.map((id) => [
        id,
        {
          score: id === 'performance' ? 0.914 : 1,
          auditRefs: (refs[id] ?? []).map(([audit, weight]) => ({ id: audit, weight })),
        },
      ]),
    ),
  };

  it('gives scores, figures, and the checks that count, apply and fail', () => {
    expect(readReport('https://a/', report)).toEqual({
      scores: scores(91),
      machine: 1200.5,
      layoutShift: 0.01,
      blockingMs: 340,
      failing: ['performance/total-blocking-time', 'agentic-browsing/llms-txt'],
      requests: [
        { url: 'https://a/', script: false, bytes: 900 },
        { url: 'https://a/a.js', script: true, bytes: 100 },
      ],
    });
  });

  it.each([
    ['nothing', undefined, 'got no report of Lighthouse, expected one'],
    ['a page that did not load', { ...report, runtimeError: { message: 'no page' } }, 'no page'],
    [
      'no score',
      { ...report, categories: { ...report.categories, seo: { score: null, auditRefs: [] } } },
      'got no score for seo',
    ],
    [
      'no figure',
      { ...report, audits: { 'network-requests': audits['network-requests'] } },
      'got no cumulative-layout-shift, expected a number',
    ],
  ])('is refused with %s', (_what, given, message) => {
    expect(() => readReport('https://a/', given)).toThrow(message);
  });
});

describe('scripts beyond those of another page', () => {
  const file = (url: string, bytes: number, script = true) => ({ url, bytes, script });

  it('are the files and the bodies that it does not have', () => {
    const bare = { requests: [file('/toc.js', 500)], inline: ['theme()'] };
    const page = {
      requests: [file('/', 9000, false), file('/toc.js', 500), file('/bench.js', 4000)],
      inline: ['theme()', 'own()'],
    };
    expect(scriptsBeyond(page, bare)).toBe((4000 + gzipSync('own()').length) / 1000);
    expect(scriptsBeyond(bare, bare)).toBe(0);
  });
});

describe('the loads of a page', () => {
  const load = (
    performance: number,
    blockingMs: number,
    failing: string[],
  ): PromiseSettledResult<Audited> => ({
    status: 'fulfilled',
    value: {
      ...{ scores: scores(performance), machine: 2000, layoutShift: 0, blockingMs, failing },
      requests: [
        { url: '/', script: false, bytes: 10_000 },
        { url: '/a.js', script: true, bytes: 2000 },
      ],
    },
  });
  const bare = { requests: [], inline: [] };
  const study = summaryOf(
    { page: 'study', path: '/studies/a/', inline: [] },
    [
      load(90, 300, ['seo/canonical']),
      load(100, 20, ['seo/canonical']),
      { status: 'rejected', reason: new Error('no trace') },
      load(97, 50, []),
    ],
    bare,
  );

  it('become medians, and every check that failed once', () => {
    expect(study).toEqual({
      ...{ page: 'study', path: '/studies/a/', scores: scores(97), layoutShift: 0, machine: 2000 },
      ...{ blockingMs: 50, firstLoadKB: 12, scriptsKB: 2, failing: ['seo/canonical'] },
      lost: ['no trace'],
    });
  });

  it('are refused when all came to nothing', () => {
    const page = { page: 'study', path: '/', inline: [] };
    const lost = [{ status: 'rejected' as const, reason: new Error('no trace') }];
    expect(() => summaryOf(page, lost, bare)).toThrow('study: got no load, expected one. no trace');
  });

  it('are a row of a table, with what a run showed below', () => {
    const run = { longestTaskMs: 62, interactionMs: null };
    const text = pagesText([{ ...study, run }], 3, '/method/');
    expect(text).toMatch(/^study +97 +100 +100 +100 +100 +0\.000 +50 +12\.0 +2\.0 +2000$/m);
    expect(text).toContain('  study: seo/canonical');
    expect(text).toContain('Loads that came to nothing:\n  study: no trace');
    expect(text).toMatch(/^study +62 +16 or less$/m);
    expect(pagesText([{ ...study, failing: [], lost: [] }], 3, '/method/')).not.toMatch(
      /failed|nothing|longest/,
    );
  });
});

describe('the templates', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'roundtrip-templates-'));
    const ids = ['other/third', 'lumenize-vs-capnweb/second', 'lumenize-vs-capnweb/first'];
    const entries = ids.map((id) => ({ id, study: id.split('/')[0] }));
    const files = {
      'api/entries.json': JSON.stringify({ entries }),
      'index.html': '<live-bench data-state="idle">',
      'studies/lumenize-vs-capnweb/second/index.html': '<p>An entry.</p>',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), text);
    }
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('are those that were built, of entries the newest of the study', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const found = await findTemplates(directory);
    expect(said).toHaveBeenCalledWith('lab: the site has no such page, it is left out\n');
    said.mockRestore();
    expect(found).toEqual([
      { name: 'home', path: '/', runs: true },
      { name: 'entry', path: '/studies/lumenize-vs-capnweb/second/', runs: false },
    ]);
  });

  it('are refused when one is asked for that was not built', async () => {
    await expect(findTemplates(directory, ['lab'])).rejects.toThrow('--pages: got "lab"');
  });
});
