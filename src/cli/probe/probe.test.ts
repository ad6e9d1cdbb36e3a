/** Probes as CI runs them: a recorded result must be what comes out again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Place } from '../../probes/question.ts';
import { allProbes } from '../../probes/groups.ts';
import { readRecorded, RECORDED, type RecordedResult } from '../../probes/recorded.ts';
import { askableIn, askedIn } from '../../systems/index.ts';
import { allCases } from '../../testing/all-cases.ts';
import { findChromium, GET_CHROMIUM, NO_CHROMIUM } from '../shared/browser.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

// At night all of them, which takes minutes.
vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), 'roundtrip-probe-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const recorded = readRecorded(readFileSync(RECORDED, 'utf8'));

const idsOf = (place: Place) => allProbes(place).map(({ id }) => id);
const of = { bench: idsOf('bench'), objects: idsOf('objects'), windows: idsOf('windows') };
const { bench: systemIds, objects: wayIds, windows: speakers } = askedIn;
/** A question of each place besides the bench, which the next test asks; at night all of all. */
const browser = findChromium() !== undefined;
const inWindows = browser ? speakers.length : 0;
/** One needs a package that may not be installed. */
const askable = askableIn('bench');
const withoutPackage =
  askable.length < systemIds.length ? 'Left out: @lumenize/rpc is not installed.\n' : '';
const withoutBrowser = `Left out: the questions between windows; ${GET_CHROMIUM}.\n`;
const asked: ReadonlyArray<{ name: string; flags: string[]; results: number }> = allCases
  ? [
      {
        name: 'every question',
        flags: [],
        results:
          recorded.results.length -
          (speakers.length - inWindows) * of.windows.length -
          (systemIds.length - askable.length) * of.bench.length,
      },
    ]
  : [
      ['one between objects', of.objects[0] ?? '', wayIds.length] as const,
      ...(browser ? [['one between windows', of.windows[0] ?? '', speakers.length] as const] : []),
    ].map(([name, probe, results]) => ({ name, flags: ['--probe', probe], results }));

describe('npm run probe', () => {
  it('has a recorded result for each question and system', () => {
    const all = Object.values(of).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(of.objects.length).toBeGreaterThanOrEqual(20);
    expect(of.bench.length).toBeGreaterThanOrEqual(45);
    expect(of.windows.length).toBeGreaterThanOrEqual(15);
    expect(recorded.results).toHaveLength(
      of.bench.length * systemIds.length +
        of.objects.length * wayIds.length +
        of.windows.length * speakers.length,
    );
  });

  it.each(asked)('finds the results of $name as recorded', async ({ flags, results }) => {
    const { code, stdout, stderr } = await runCli(run, [...flags, '--json']);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: flags.length > 0 ? '' : `${withoutPackage}${browser ? '' : withoutBrowser}`,
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

  it('leaves out what needs a browser where there is none, and says so', async () => {
    vi.stubEnv('CHROMIUM_PATH', NO_CHROMIUM);
    onTestFinished(() => void vi.unstubAllEnvs());
    const without = (...args: string[]) => runCli(run, args);
    const one = await without('--system', 'kkrpc', '--probe', 'values-map');
    expect(one).toMatchObject({ code: 0, stderr: '' });
    const windows = ['--probe', of.windows[0] ?? ''];
    expect(await without(...windows)).toMatchObject({
      code: 1,
      stderr: `the questions between windows need a Chromium: ${GET_CHROMIUM}\n`,
    });
  });

  it('says what a wrong choice would have to be', async () => {
    const { code, stderr } = await runCli(run, ['--system', 'grpc']);
    expect(code).toBe(2);
    expect(stderr).toContain(`--system: got "grpc", expected one of ${askable.join(', ')}`);
  });
});
