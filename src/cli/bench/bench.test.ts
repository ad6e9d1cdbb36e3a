import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCounterArms } from '../../../bench-workers/clients.ts';
import { entryIds, readEntry, recordFinder } from '../claims/read.ts';
import { spawnCli } from '../shared/testing/spawn-cli.ts';
import { targets } from './fuzz/visits.ts';
import { addEntries, weights } from './build.ts';

describe('npm run bench', () => {
  it('lists what it can', async () => {
    const { code, stdout } = await spawnCli('bench', ['--help']).ended;
    expect(code).toBe(0);
    const names = [
      'harness',
      'statistics',
      'calibrate',
      'fuzz',
      'guard',
      'build',
      'network',
      'load',
      'pages',
      'screenshots',
    ];
    for (const name of names) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
    }
  });

  it.each([
    [
      [],
      'subcommand: got none, expected one of harness, generator, statistics, calibrate, guard, fuzz',
    ],
    [['arms', 'x'], 'subcommand: got "arms", expected one of harness'],
    [['build', '--entries', '10,x'], '--entries: got "x", expected a whole number from 0 to'],
    [
      ['network', '--network', 'far'],
      '--network: got "far", expected near, city, country, ocean, or',
    ],
    [['network', '--network', 'near'], '--network: got "near", which delays nothing'],
    [
      ['network', '--samples', '19'],
      '--samples: got "19", expected a whole number from 20 to 10000',
    ],
    [['load', '--visitors', '0'], '--visitors: got "0", expected a whole number from 1 to 1000'],
    [['fuzz', '--frames', '-1'], '--frames: got "-1", expected a whole number from 0 to'],
    [['fuzz', '--attacks', 'x'], '--attacks: got "x", expected one of capnweb-doubling'],
    [['guard', '--arms', 'x'], '--arms: got "x", expected one of raw-websocket/in-memory'],
    [['pages', '--pages', 'home,x'], '--pages: got "x", expected one of home, study, entry'],
    [['screenshots', '--pages', 'x'], '--pages: got "x", expected one of home, study, entry'],
    [['calibrate', '--runs', '0'], '--runs: got "0", expected a whole number from 1 to 1000000'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await spawnCli('bench', argv).ended;
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('bench network', () => {
  it('prints one document of what each link was asked to add, and what it added', async () => {
    const flags = ['--network', '3ms,1ms', '--samples', '20', '--json'];
    const { code, stdout, stderr } = await spawnCli('bench', ['network', ...flags]).ended;
    expect([code, stderr]).toEqual([0, '3ms,1ms: 20 pairs of calls …\n']);
    const ms = expect.any(Number) as number;
    const addedMs = { mean: ms, p5: ms, p25: ms, p50: ms, p75: ms, p95: ms, p99: ms };
    expect(JSON.parse(stdout)).toEqual({
      links: [
        {
          network: '3ms,1ms',
          ...{ roundTripMs: 3, jitterMs: 1, expectedMeanMs: 4 },
          samples: 20,
          directMs: ms,
          addedMs,
        },
      ],
    });
  });
});

describe('bench load', () => {
  it('gives many visitors at once what each asked for, and one who wants all its limit', async () => {
    const flags = ['--visitors', '12', '--calls', '3', '--crowd', '60', '--json'];
    const { code, stdout } = await spawnCli('bench', ['load', ...flags]).ended;
    expect(code).toBe(0);
    const clean = { lost: 0, doubled: 0, hanging: 0, refused: {}, troubles: [] };
    const found = JSON.parse(stdout) as { steps: unknown[]; crowd: unknown; ok: boolean };
    expect(found.steps).toMatchObject([
      { visitors: 1, operations: 9, right: 3, ...clean },
      { visitors: 10, operations: 90, right: 30, ...clean },
      { visitors: 12, operations: 108, right: 36, ...clean },
    ]);
    expect(found.crowd).toMatchObject({ asked: 60, held: 16, limit: 16, rounds: 6 });
    expect(found.ok).toBe(true);
  });
});

describe('bench fuzz', () => {
  it(
    'leaves the bench, its log and every visitor beside as they should be',
    { timeout: 240_000 },
    async () => {
      // What is measured on a machine that does other things is whether they waited, not how long.
      const flags = ['--frames', '3000', '--seed', '7', '--attacks', 'none', '--wait', '60000'];
      const { code, stdout, stderr } = await spawnCli('bench', ['fuzz', ...flags, '--json']).ended;
      expect(stdout, stderr).not.toBe('');
      const found = JSON.parse(stdout) as {
        endings: Record<string, Record<string, number>>;
        honest: { arm: string; counted: number; held: number }[];
        wrong: string[];
      };
      expect([code, found.wrong]).toEqual([0, []]);
      expect(found.honest.map(({ arm }) => arm)).toEqual(allCounterArms().map(({ id }) => id));
      for (const { counted, held } of found.honest)
        expect([counted > 0, held]).toEqual([true, counted]);
      // Every arm, each system's probe, over sockets and over HTTP under the same name, and the ways.
      const ids = new Set(targets().map(({ id }) => id));
      expect(new Set(Object.keys(found.endings))).toEqual(ids);
      // The gate lets them in.
      const statuses = Object.values(found.endings).flatMap((of) => Object.keys(of));
      expect(statuses).not.toContain('403');
      expect(statuses).toContain('200');
    },
  );
});

describe('bench guard', () => {
  it('prints a ratio with its interval for each arm', async () => {
    const flags = ['--arms', 'raw-websocket/hibernating', '--rounds', '15', '--json'];
    const { code, stdout } = await spawnCli('bench', ['guard', ...flags]).ended;
    expect(code).toBe(0);
    const number = expect.any(Number) as number;
    const arms = [{ arm: 'raw-websocket/hibernating', ratio: number, low: number, high: number }];
    expect(JSON.parse(stdout)).toEqual({ rounds: 15, turns: 60, calls: 10, arms });
  });
});

describe('bench build', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'roundtrip-bench-'));
  });
  afterAll(() => rm(root, { recursive: true }));

  it('adds entries that lead to records of their own', async () => {
    const id = 'call-delay/local-batches';
    const { records, data } = await readEntry(process.cwd(), id);
    for (const file of [`entries/${id}.mdx`, ...records.map((name) => `records/${name}.json`)]) {
      await cp(join('content', file), join(root, 'content', file));
    }
    await addEntries(root, 2);
    expect(await entryIds(root)).toEqual([id, `${id}-copy-1`, `${id}-copy-2`]);
    const copy = await readEntry(root, `${id}-copy-2`);
    expect(copy.data['place']).not.toBe(data['place']);
    expect(copy.records).not.toEqual(records);
    const find = recordFinder(root);
    for (const name of copy.records) expect(await find(name)).toBeDefined();
  });

  it('weighs a page with its styles and what its scripts import at once', async () => {
    const page =
      '<link rel="stylesheet" href="/a.css"><script type="module" src="/js/a.js"></script>';
    const files = {
      'index.html': page,
      'studies/s/index.html': '<p>Less.</p>',
      'studies/t/index.html': '<p>The heavier of the two.</p>',
      'studies/s/e/index.html': '<p>An entry.</p>',
      'a.css': 'p { margin: 0 }',
      'js/a.js': 'import{b}from"./b.js";import("./later.js")',
      'js/b.js': 'export const b = 1;',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    }
    const kB = (...names: (keyof typeof files)[]) =>
      names.reduce((sum, name) => sum + brotliCompressSync(files[name]).length, 0) / 1000;
    expect(await weights(root)).toEqual({
      homeKB: kB('index.html', 'a.css', 'js/a.js', 'js/b.js'),
      studyKB: kB('studies/t/index.html'),
      entryKB: kB('studies/s/e/index.html'),
    });
  });
});
