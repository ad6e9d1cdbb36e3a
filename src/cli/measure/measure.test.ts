import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makePlan } from '../../harness/plan/index.ts';
import { readRecord, writeRecord } from '../../harness/record/index.ts';
import { recordOf } from '../../harness/run/index.ts';
import { findStudy } from '../../studies/index.ts';
import { startBench, type LocalBench } from '../shared/bench.ts';
import { originOf } from '../shared/ports.ts';
import {
  childrenOf,
  discarded,
  measured,
  runCli,
  spawnCli,
  temporaryCheckout,
} from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { eventually } from '../../testing/eventually.ts';

const STUDY = 'lumenize-vs-capnweb';
/** One workload and the fewest arms: reference, floor and twin. */
const SMALL = [STUDY, '--workloads', 'get-value', '--arms', 'twin,capnweb/in-memory'];

describe('measure', () => {
  it('prints nothing but a valid record on stdout, in the form that the page gives', async () => {
    const page = join(mkdtempSync(join(tmpdir(), 'roundtrip-measure-')), 'page.html');
    onTestFinished(() => rmSync(dirname(page), { recursive: true }));
    const flags = ['--rounds', '2', '--seed', '7', '--out', '-', '--html', page];
    const { code, stdout, stderr } = await runCli(run, [...SMALL, ...flags]);
    expect(stderr).toContain('2 sessions');
    expect(stderr).toContain('Cap’n Web');
    expect(readFileSync(page, 'utf8')).toContain('light-dark(');
    expect(code).toBe(0);
    const record = measured(stdout);
    expect(record).toMatchObject({
      study: STUDY,
      seed: 7,
      environment: { setting: 'workerd', runtime: `Node ${process.versions.node}` },
    });
    expect(record.partial).toBeUndefined();
    expect(discarded(record)).toEqual([]);
    for (const { operations, turns } of record.sessions) {
      expect(turns.map(({ samplesUs }) => samplesUs.length)).toEqual(turns.map(() => operations));
    }
    // The page puts its record together with the same function, and writes it with the same.
    const { workloads, arms } = record.plan;
    const options = { length: { rule: 'fixed', rounds: 2 }, workloads, arms } as const;
    const again = recordOf({
      ...record,
      plan: makePlan(findStudy(STUDY), options, 7, 0),
      startedAt: new Date(record.startedAt),
      end: { kind: 'complete', why: 'rounds' },
    });
    expect(again).toEqual(record);
    expect(readRecord(writeRecord(again), 'again')).toEqual(record);
  });

  it('ends with a partial record and a message when the Workers are killed', async () => {
    const { child, says, ended } = spawnCli('measure', [...SMALL, '--time', '600', '--out', '-']);
    await says(/[1-9]\d* session/);
    const [workerd] = await childrenOf(child.pid, /workerd serve/);
    expect(workerd).toBeDefined();
    process.kill(workerd ?? 0, 'SIGKILL');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/The bench was lost after .*: no answer for 4 seconds\./);
    const record = measured(stdout);
    expect(record.partial).toBe(true);
    expect(record.sessions.length).toBeGreaterThanOrEqual(1);
  });

  it('keeps what is complete at Ctrl-C, and stops what it started', async () => {
    const { child, says, ended } = spawnCli('measure', [...SMALL, '--time', '600', '--out', '-']);
    await says(/[1-9]\d* session/);
    const started = await childrenOf(child.pid, /workerd serve/);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/Partial record written to stdout[^]*Stopped after /);
    const record = measured(stdout);
    expect(record.partial).toBe(true);
    expect(discarded(record)).toEqual([]);
    for (const pid of started) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('measures over a link that delays, and its record and table say so', async () => {
    const flags = ['--rounds', '1', '--network', '2ms,1ms', '--out', '-'];
    const { code, stdout, stderr } = await runCli(run, [...SMALL, ...flags]);
    expect(stderr).toContain('Network: 2 ms round trip, jitter 1 ms, simulated');
    expect(code).toBe(0);
    const record = measured(stdout);
    expect(record.environment).toMatchObject({
      setting: 'workerd',
      network: { roundTripMs: 2, jitterMs: 1 },
    });
    expect(record.sessions.map(({ turns }) => turns.length)).toEqual([3]);
  });

  it.each([
    ['near', 'row-3-of-100-to-2', { callsPerOperation: 3, bytesPerOperation: 300 }],
    ['26ms,2ms', 'calls-10', { callsPerOperation: 10 }],
  ])('measures calls between objects, on a link that is %s', async (network, workload, load) => {
    const flags = ['--rounds', '1', '--network', network, '--arms', 'lumenize/between'];
    const study = ['call-delay', '--workloads', workload, '--out', '-'];
    const { code, stdout, stderr } = await runCli(run, [...study, ...flags]);
    expect(stderr).toContain('Timed: from the server’s first frame of an operation');
    expect(code).toBe(0);
    const record = measured(stdout);
    expect(discarded(record)).toEqual([]);
    expect(record.plan.loads).toEqual({ [workload]: { ...load, fromMarker: true } });
    // The question, and for it the marker and the answer.
    for (const { operations, turns } of record.sessions) {
      for (const { frames } of turns) {
        expect(frames).toEqual({ out: operations, in: 2 * operations });
      }
    }
  });

  it('says what is wrong with a command line, with exit code 2', async () => {
    const { code, stdout, stderr } = await runCli(run, [STUDY, '--round', '2']);
    expect(stderr).toContain('unknown flag --round; the nearest known one is --rounds');
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('a day that is used up', () => {
  it('ends the run with what is complete, and says when it opens again and what to do', async () => {
    // For a first connection, four sessions of three arms, and part of a fifth.
    const day = { objects: 1 + 4 * 3 + 2, messages: 1e6, rows: 1e6, seconds: 1e6 };
    const bench = await startBench({
      root: process.cwd(),
      port: 0,
      vars: { GATE: JSON.stringify({ dayParts: 1, day }) },
    });
    const flags = ['--time', '600', '--origin', bench.origin, '--out', '-'];
    const { child, says, ended } = spawnCli('measure', [...SMALL, ...flags]);
    await says('of 600 s');
    const started = await childrenOf(child.pid, /./);
    const { code, stdout, stderr } = await ended.finally(() => bench.stop());
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /The bench was lost after .*: all readers together have used today’s 15 objects; it opens again at [\d:]{8}\.\nTake the run again then, or without --origin/,
    );
    const record = measured(stdout);
    expect(record.partial).toBe(true);
    const [whole, rest] = [record.sessions.slice(0, 4), record.sessions.slice(4)];
    expect(discarded({ sessions: whole })).toEqual([]);
    expect(whole.every(({ turns }) => turns.length > 0)).toBe(true);
    expect(discarded({ sessions: rest }).map(({ reason }) => reason)).toEqual(
      Array(1 + 3).fill('connect'),
    );
    await eventually(() => {
      for (const pid of started) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });
  });
});

describe('a record in a file', () => {
  let bench: LocalBench;
  let checkout: ReturnType<typeof temporaryCheckout>;
  beforeAll(async () => {
    checkout = temporaryCheckout();
    const vars = { COMMIT: checkout.commit, DIRTY: 'false' };
    bench = await startBench({ root: process.cwd(), port: 0, vars });
  });
  afterAll(async () => {
    await bench.stop();
    checkout.remove();
  });

  const measureTo = (name: string, ...flags: string[]) => {
    const args = [...SMALL, '--rounds', '1', '--out', name, ...flags];
    return runCli(run, args, checkout.directory);
  };
  const read = (name: string) =>
    measured(readFileSync(join(checkout.directory, name), 'utf8')).environment;

  it('is written from a clean tree of the bench’s own commit, and never over another', async () => {
    const { code } = await measureTo('clean.json', '--origin', bench.origin);
    expect(code).toBe(0);
    expect(read('clean.json')).toMatchObject({ commit: checkout.commit, dirty: false });
    expect(read('clean.json').stale).toBeUndefined();
    const second = await measureTo('clean.json', '--origin', bench.origin);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('clean.json exists already');
  });

  it('is refused from a dirty tree before anything is started, unless that is allowed', async () => {
    writeFileSync(join(checkout.directory, 'package-lock.json'), '{"changed":true}\n');
    const refused = await measureTo('dirty.json');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--allow-dirty');
    expect(refused.stderr).not.toContain('session');
    const allowed = await measureTo('dirty.json', '--origin', bench.origin, '--allow-dirty');
    expect(allowed.code).toBe(0);
    expect(read('dirty.json').dirty).toBe(true);
    checkout.git('checkout', '--quiet', '.');
  });

  it('is refused from a bench of another commit, unless that is allowed', async () => {
    checkout.git('commit', '--quiet', '--allow-empty', '--message', 'Go on');
    const refused = await measureTo('stale.json', '--origin', bench.origin);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`runs commit ${checkout.commit.slice(0, 10)}, expected HEAD`);
    expect(existsSync(join(checkout.directory, 'stale.json'))).toBe(false);
    const allowed = await measureTo('stale.json', '--origin', bench.origin, '--allow-stale');
    expect(allowed.code).toBe(0);
    expect(read('stale.json')).toMatchObject({ commit: checkout.commit, stale: true });
  });

  it('prints what a bench elsewhere answers without what a terminal would obey', async () => {
    const server = createServer((_, response) => response.end('\u001b[2J\u001b]0;mine\u0007hello'));
    onTestFinished(() => void server.close());
    const { code, stderr } = await measureTo('no.json', '--origin', await originOf(server));
    expect(code).toBe(1);
    expect(stderr).toContain('hello');
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('needs a bench that answers', async () => {
    const { code, stderr } = await measureTo('no.json', '--origin', 'http://localhost:9');
    expect(code).toBe(1);
    expect(stderr).toMatch(/http:\/\/localhost:9: got .*, expected the answer of a bench/);
  });
});
