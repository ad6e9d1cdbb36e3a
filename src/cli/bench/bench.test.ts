import { describe, expect, it } from 'vitest';
import { allCounterArms } from '../../places/bench/counter-arms.ts';
import { nightly } from '../../testing/nightly.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { targets } from './fuzz/visits.ts';
import { run } from './index.ts';

describe('npm run bench', () => {
  it('lists what it can', async () => {
    const { code, stdout } = await runCli(run, ['--help']);
    expect(code).toBe(0);
    const names = ['harness', 'calibrate', 'pages', 'load', 'fuzz', 'nightly'];
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  });

  it.each([
    [[], 'subcommand: got none, expected one of harness, calibrate, pages, load, fuzz, nightly'],
    [['arms', 'x'], 'subcommand: got "arms", expected one of harness'],
    [['harness', '--study', 'x'], '--study: got "x", expected one of lumenize-vs-capnweb, grpc'],
    [['load', '--visitors', '0'], '--visitors: got "0", expected a whole number from 1 to 1000'],
    [['fuzz', '--frames=-1'], '--frames: got "-1", expected a whole number from 0 to'],
    [['fuzz', '--attacks', 'x'], '--attacks: got "x", expected one of capnweb-doubling'],
    [['harness', '--rounds', '5'], '--rounds: got "5", expected a whole number from 6 to 1000'],
    [
      ['harness', '--guard', '--arms', 'x'],
      '--arms: got "x", expected one of raw-websocket/in-memory',
    ],
    [['harness', '--guard', '--study', 'x'], '--study: got "x" with --guard, expected one of'],
    [
      ['harness', '--study', 'grpc-go-vs-lisp', '--arms', 'x'],
      '--arms: got "x" with grpc-go-vs-lisp, expected no choice there',
    ],
    [['pages', '--pages', 'home,x'], '--pages: got "x", expected one of home, study, entry'],
    [['pages', '--out', 'x'], '--out: got "x" without --screenshots, expected both'],
    [['calibrate', '--runs', '0'], '--runs: got "0", expected a whole number from 1 to 1000000'],
    [['nightly', '--origin', 'https://'], '--origin: got "https://", expected one such as'],
    [['nightly', '--origin', 'https://a.org', '--only', 'units'], '--only: got "units" here'],
    [['nightly', '--quick'], '--quick: got it here, expected it with --origin only'],
    [['nightly', '--only', 'x'], '--only: got "x", expected one of units, pages, probe, fuzz'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await runCli(run, argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('bench load', () => {
  it('gives many visitors at once what each asked for', async () => {
    const flags = ['--visitors', '12', '--calls', '3', '--json'];
    const { code, stdout } = await runCli(run, ['load', ...flags]);
    expect(code).toBe(0);
    const clean = { lost: 0, doubled: 0, hanging: 0, refused: {}, troubles: [] };
    const found = JSON.parse(stdout) as { steps: unknown[]; ok: boolean };
    expect(found.steps).toMatchObject([
      { visitors: 1, operations: 9, right: 3, ...clean },
      { visitors: 10, operations: 90, right: 30, ...clean },
      { visitors: 12, operations: 108, right: 36, ...clean },
    ]);
    expect(found.ok).toBe(true);
  });
});

describe('bench fuzz', () => {
  it(
    'leaves the bench, its log and every visitor beside as they should be',
    { timeout: 240_000 },
    async () => {
      // What is measured on a machine that does other things is whether they waited, not how long.
      const frames = nightly ? '10000' : '600';
      const flags = ['--frames', frames, '--seed', '7', '--attacks', 'none', '--wait', '60000'];
      const { code, stdout, stderr } = await runCli(run, ['fuzz', ...flags, '--json']);
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
      if (!nightly) return;
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
