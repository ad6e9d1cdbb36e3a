/** Probes as CI runs them: a recorded result must be what comes out again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { allProbes } from '../../questions/groups.ts';
import { readRecorded, RECORDED, type RecordedResult } from '../../questions/recorded.ts';
import { probedHere, probedSystems } from '../../systems/index.ts';
import { allCases } from '../../testing/all-cases.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

// At night all of them, which takes minutes.
vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), 'roundtrip-probe-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const recorded = readRecorded(readFileSync(RECORDED, 'utf8'));

/** One needs a package that may not be installed. */
const withoutPackage =
  probedHere.length < probedSystems.length ? 'Left out: @lumenize/rpc is not installed.\n' : '';
/** One question; with ALL_CASES=1 all of them. */
const asked: ReadonlyArray<{ name: string; flags: string[]; results: number }> = allCases
  ? [{ name: 'every question', flags: [], results: allProbes.length * probedHere.length }]
  : [{ name: 'one question', flags: ['--probe', 'values-date'], results: probedHere.length }];

describe('npm run probe', () => {
  it('has a recorded result for each question and system', () => {
    expect(new Set(allProbes.map(({ id }) => id)).size).toBe(allProbes.length);
    expect(allProbes.length).toBeGreaterThanOrEqual(100);
    expect(recorded.results).toHaveLength(allProbes.length * probedSystems.length);
  });

  it.each(asked)('finds the results of $name as recorded', async ({ flags, results }) => {
    const { code, stdout, stderr } = await runCli(run, [...flags, '--json']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: flags.length > 0 ? '' : withoutPackage,
    });
    const found = JSON.parse(stdout) as RecordedResult[];
    expect(found).toHaveLength(results);
    expect(found.every(({ detail }) => detail !== '')).toBe(true);
  });

  it('fails and names a probe whose result is no longer the recorded one', async () => {
    const results = recorded.results.map((each) =>
      each.probe === 'values-map' && each.system === 'capnweb'
        ? { ...each, result: 'pass' as const }
        : each,
    );
    const file = join(scratch, 'results.json');
    writeFileSync(file, JSON.stringify({ ...recorded, results }));
    const { code, stderr } = await runCli(run, ['--probe', 'values-map', '--recorded', file]);
    expect(code).toBe(1);
    expect(stderr).toContain('values-map of capnweb: recorded as pass, now fail');
    expect(stderr).not.toContain('of kkrpc');
  });

  it('says what a wrong choice would have to be', async () => {
    const { code, stderr } = await runCli(run, ['--system', 'grpc']);
    expect(code).toBe(2);
    expect(stderr).toContain(`--system: got "grpc", expected one of ${probedHere.join(', ')}`);
  });
});
