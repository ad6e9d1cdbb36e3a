import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readRecord, writeRecord } from '../../harness/record/index.ts';
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

function* endless() {
  for (;;) yield ' '.repeat(1024);
}

describe('measure', () => {
  it('prints nothing but a valid record on stdout, in the form that the page gives', async () => {
    const page = join(mkdtempSync(join(tmpdir(), 'roundtrip-measure-')), 'page.html');
    onTestFinished(() => rmSync(dirname(page), { recursive: true }));
    const flags = ['--time', '2', '--seed', '7', '--out', '-', '--html', page];
    const { code, stdout, stderr } = await runCli(run, [...SMALL, ...flags]);
    expect(stderr).toMatch(/[1-9]\d* session/);
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
    expect(readRecord(writeRecord(record), 'again')).toEqual(record);
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
    const flags = ['--time', '1', '--network', '2ms,1ms', '--out', '-'];
    const { code, stdout, stderr } = await runCli(run, [...SMALL, ...flags]);
    expect(stderr).toContain('Network: 2 ms round trip, jitter 1 ms, simulated');
    expect(code).toBe(0);
    const record = measured(stdout);
    expect(record.environment).toMatchObject({
      setting: 'workerd',
      network: { roundTripMs: 2, jitterMs: 1 },
    });
    expect(record.sessions[0]?.turns.length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['near', 'row-50', { callsPerOperation: 50 }],
    ['26ms,2ms', 'calls-10', { callsPerOperation: 10 }],
  ])('measures calls between objects, on a link that is %s', async (network, workload, load) => {
    const flags = ['--time', '1', '--network', network, '--arms', 'lumenize/between'];
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

  it('lists what a study has, and measures nothing', async () => {
    const { code, stdout, stderr } = await runCli(run, [STUDY, '--list']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /\ncapnweb\/in-memory +Cap’n Web +yes\n[^]*\nincrement +One write +yes\n/,
    );
  });

  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-out-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'there'), '');

  it.each([
    [['--round', '2'], 'unknown flag --round'],
    [['--json', '--out', '-'], '--json: got it with --out -, expected only one of them on stdout'],
    [['--out', join(folder, 'there')], 'there exists already, expected a new file'],
    [['--out', folder], 'exists already, expected a new file'],
    [['--html', join(folder, 'no/page')], 'no/page cannot be written: its folder does not exist'],
    [['--out', join(folder, 'there/x')], 'cannot be written: what should be its folder is a file'],
    [['--out', join(folder, 'x'.repeat(300))], 'cannot be written: its name is too long'],
    [['--system', join(folder, 'no')], 'no: got no such folder, expected a folder'],
  ])('says what is wrong with %j, with exit code 2', async (flags, message) => {
    const { code, stdout, stderr } = await runCli(run, [STUDY, ...flags]);
    expect(stderr).toContain(message);
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

  const measureTo = async (name: string, origin = bench.origin) => {
    const args = [...SMALL, '--time', '1', '--out', name, '--origin', origin];
    const { code, stderr } = await runCli(run, args, checkout.directory);
    const file = join(checkout.directory, name);
    const environment = existsSync(file)
      ? measured(readFileSync(file, 'utf8')).environment
      : undefined;
    return { code, stderr, environment };
  };

  it('says whether its code was committed, and whether the bench runs the same', async () => {
    const clean = await measureTo('clean.json');
    expect(clean).toMatchObject({
      code: 0,
      environment: { commit: checkout.commit, dirty: false },
    });
    expect(clean.environment?.stale).toBeUndefined();
    checkout.git('commit', '--quiet', '--allow-empty', '--message', 'Go on');
    writeFileSync(join(checkout.directory, 'package-lock.json'), '{"changed":true}\n');
    const later = await measureTo('later.json');
    expect(later.environment).toMatchObject({ dirty: true, stale: true, commit: checkout.commit });
    expect(later.stderr).toContain(
      'It cannot be published: its code differs from its commit; its Workers ran another commit',
    );
  });

  it.each<[what: string, answer: (response: ServerResponse) => void, message: RegExp]>([
    [
      'prints what a terminal would obey',
      (response) => response.end('\u001b[2J\u001b]0;mine\u0007hello'),
      /hello/,
    ],
    ['is no bench', (response) => response.end('{}'), /got .*, expected the answer of a bench/],
    [
      'never ends',
      (response) => Readable.from(endless()).pipe(response),
      /got more than 65536 bytes, expected at most so many/,
    ],
  ])('is not written where what answers %s', async (_, answer, message) => {
    const server = createServer((_, response) => answer(response));
    onTestFinished(() => server.closeAllConnections());
    onTestFinished(() => void server.close());
    const { code, stderr, environment } = await measureTo('no.json', await originOf(server));
    expect([code, environment]).toEqual([1, undefined]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});
