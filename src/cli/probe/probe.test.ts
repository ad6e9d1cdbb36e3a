/** The probes as CI runs them: every recorded result must be what comes out again. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { wayIds } from '../../../bench-workers/between/probes/kit.ts';
import { speakers } from '../../peers/windows/channel.ts';
import { betweenProbes } from '../../probes/between/groups.ts';
import { allGroups } from '../../probes/cli/groups.ts';
import { systemIds } from '../../probes/kit/kit.ts';
import { readRecorded, RECORDED, type RecordedResult } from '../../probes/recorded.ts';
import { windowProbes } from '../../probes/windows/groups.ts';
import { findChromium, GET_CHROMIUM, NO_CHROMIUM } from '../shared/browser.ts';
import { spawnCli } from '../shared/testing/spawn-cli.ts';

const scratch = mkdtempSync(join(tmpdir(), 'roundtrip-probe-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const recorded = readRecorded(readFileSync(RECORDED, 'utf8'));

const WITHOUT_BROWSER = `Left out: the questions between windows; ${GET_CHROMIUM}.\n`;

describe('npm run probe', () => {
  it(
    'finds every result as recorded, one for each probe and system',
    { timeout: 170_000 },
    async () => {
      // The tests of pages need the browser too, and npm test says when it is missing.
      const browser = findChromium() !== undefined;
      const { code, stdout, stderr } = await spawnCli('probe', ['--json']).ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: browser ? '' : WITHOUT_BROWSER });
      const found = JSON.parse(stdout) as RecordedResult[];
      const between = betweenProbes.map(({ id }) => id);
      const windows = windowProbes.map(({ id }) => id);
      const ids = allGroups.flatMap(({ probes }) => probes.map(({ id }) => id));
      expect(between.length).toBeGreaterThanOrEqual(20);
      expect(ids.length).toBeGreaterThanOrEqual(45);
      expect(windows.length).toBeGreaterThanOrEqual(15);
      const all = [...ids, ...between, ...windows];
      expect(new Set(all).size).toBe(all.length);
      expect(found).toHaveLength(
        ids.length * systemIds.length +
          between.length * wayIds.length +
          (browser ? windows.length * speakers.length : 0),
      );
      expect(found.every(({ detail }) => detail !== '')).toBe(true);
    },
  );

  it('fails and names a probe whose result is no longer the recorded one', async () => {
    const results = recorded.results.map((each) =>
      each.probe === 'values-map' && each.system === 'capnweb'
        ? { ...each, result: 'pass' as const }
        : each,
    );
    const file = join(scratch, 'results.json');
    writeFileSync(file, JSON.stringify({ ...recorded, results }));
    const { code, stderr } = await spawnCli('probe', ['--probe', 'values-map', '--recorded', file])
      .ended;
    expect(code).toBe(1);
    expect(stderr).toContain('values-map of capnweb: recorded as pass, now fail');
    expect(stderr).not.toContain('of kkrpc');
  });

  it('leaves out what needs a browser where there is none, and says so', async () => {
    const without = (...args: string[]) =>
      spawnCli('probe', args, process.cwd(), { CHROMIUM_PATH: NO_CHROMIUM }).ended;
    const one = await without('--system', 'kkrpc', '--probe', 'values-map');
    expect(one).toMatchObject({ code: 0, stderr: '' });
    const windows = ['--probe', windowProbes[0]?.id ?? ''];
    expect(await without(...windows)).toMatchObject({
      code: 1,
      stderr: `the questions between windows need a Chromium: ${GET_CHROMIUM}\n`,
    });
  });

  it('says what a wrong choice would have to be', async () => {
    const { code, stderr } = await spawnCli('probe', ['--system', 'grpc']).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('--system: got "grpc", expected one of lumenize, capnweb');
  });
});
