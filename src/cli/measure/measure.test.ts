import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { readRecord, writeRecord } from '../../core/record/index.ts';
import { discarded, measured } from '../../core/testing/fixture.ts';
import { startBench } from '../shared/bench.ts';
import { serve } from '../../testing/serve.ts';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { childrenOf, runCli, spawnCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { wholeRecord } from './testing/whole-record.ts';

const STUDY = 'lumenize-vs-capnweb';
/** One workload and the fewest arms: reference, plain and control. */
const SMALL = [STUDY, '--workloads', 'get-value', '--arms', 'control,capnweb/in-memory'];

const folder = scratchFolder(afterAll);
writeFiles(folder, { there: '' });

describe('measure', () => {
  it('prints nothing but a valid record on stdout, in the form that the page gives', async () => {
    const { record, stderr } = await wholeRecord(...SMALL, '--time', '2', '--seed', '7');
    expect(stderr).toMatch(/[1-9]\d* session/);
    expect(stderr).toContain('Cap’n Web');
    expect(record).toMatchObject({
      study: STUDY,
      seed: 7,
      environment: { setting: 'workerd', runtime: `Node ${process.versions.node}` },
    });
    expect(record.partial).toBeUndefined();
    for (const { operations, turns } of record.sessions) {
      expect(turns.map(({ samplesUs }) => samplesUs.length)).toEqual(turns.map(() => operations));
    }
    expect(readRecord(writeRecord(record), 'again')).toEqual(record);
  });

  const long = [...SMALL, '--time', '10', '--out', '-'];
  const session = /[1-9]\d* session/;
  const workerdBelow = async (pid = NaN) => (await childrenOf(pid, /workerd serve/))[0] ?? NaN;
  function expectPartial(stdout: string): void {
    const record = measured(stdout);
    expect(record.partial).toBe(true);
    expect(record.sessions.length).toBeGreaterThanOrEqual(1);
  }

  it('keeps what is complete when the Workers are killed', async () => {
    let killed: Promise<boolean> | undefined;
    const kill = async () => process.kill(await workerdBelow(process.pid), 'SIGKILL');
    const { code, stdout, stderr } = await runCli(run, long, undefined, (said) => {
      if (session.test(said)) killed ??= kill();
    });
    const message = /Ended early, after .*: no answer for 4 seconds\./;
    expect([code, stderr, await killed]).toEqual([1, expect.stringMatching(message), true]);
    expectPartial(stdout);
  });

  it('keeps what is complete when Ctrl-C is pressed, and stops what it started', async () => {
    const { child, says, ended } = spawnCli('measure', long);
    await says(session);
    const workerd = await workerdBelow(child.pid);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await ended;
    const message = /Partial record written to stdout[^]*Stopped after /;
    expect([code, stderr]).toEqual([130, expect.stringMatching(message)]);
    expectPartial(stdout);
    expect(() => process.kill(workerd, 0)).toThrow('ESRCH');
  });

  it('measures calls between objects over a link that delays, and record and table say so', async () => {
    const flags = ['--time', '1', '--network', '26ms,2ms', '--arms', 'lumenize/between'];
    const study = ['call-delay', '--workloads', 'calls-10'];
    const { record, stderr } = await wholeRecord(...study, ...flags);
    expect(stderr).toContain('Timed: from the server’s first frame of an operation');
    expect(stderr).toContain('Network: 26 ms round trip, jitter 2 ms, simulated');
    expect(record.environment.network).toEqual({ roundTripMs: 26, jitterMs: 2 });
    expect(record.plan.loads).toEqual({ 'calls-10': { callsPerOperation: 10, fromMarker: true } });
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

  it.each([
    [['--json', '--out', '-'], '--json: got it with --out -, expected only one of them on stdout'],
    [['--out', join(folder, 'there')], 'there exists already, expected a new file'],
    [['--out', join(folder, 'no/record')], 'no/record.part: got no such file or folder'],
    [['--system', join(folder, 'no')], 'no: got no such folder, expected a folder'],
  ])('says what is wrong with %j, with exit code 2', async (flags, message) => {
    const { code, stdout, stderr } = await runCli(run, [STUDY, ...flags]);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });
});

it('ends with what is complete when a day is used up, and says when it opens again and what to do', async () => {
  // For a first connection, a session of three arms, and part of another.
  const day = { objects: 1 + 3 + 2, messages: 1e6, rows: 1e6, seconds: 1e6 };
  const vars = { GATE: JSON.stringify({ dayParts: 1, day }) };
  const bench = await startBench({ root: process.cwd(), port: 0, vars });
  onTestFinished(() => bench.stop());
  const flags = ['--time', '5', '--origin', bench.origin, '--out', '-'];
  const { code, stdout, stderr } = await runCli(run, [...SMALL, ...flags]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /Ended early, after .*: all readers together have used today’s 6 objects; it opens again at [\d:]{8}\.\nTake the run again then, or without --origin/,
  );
  const record = measured(stdout);
  expect(record.partial).toBe(true);
  const [whole, rest] = [record.sessions.slice(0, 1), record.sessions.slice(1)];
  expect(discarded({ sessions: whole })).toEqual([]);
  expect(whole[0]?.turns).not.toEqual([]);
  expect(discarded({ sessions: rest }).map(({ reason }) => reason)).toEqual(
    Array(1 + 3).fill('connect'),
  );
});

function* endless() {
  for (;;) yield ' '.repeat(1024);
}

describe('a record in a file', () => {
  it('says whether its code was committed, and whether the bench runs the same', async () => {
    const checkout = temporaryCheckout();
    writeFiles(checkout.directory, { 'package-lock.json': '{"changed":true}\n' });
    const args = [...SMALL, '--time', '1', '--out', 'r.json', '--origin', inject('benchOrigin')];
    await runCli(run, args, checkout.directory);
    const { environment } = measured(readFileSync(join(checkout.directory, 'r.json'), 'utf8'));
    expect(environment).toMatchObject({ dirty: true, stale: true });
  });

  it.each<[what: string, answer: (to: ServerResponse) => void, message: RegExp]>([
    [
      'prints what a terminal would obey',
      (to) => to.end('\u001b[2J\u001b]0;x\u0007hello'),
      /hello/,
    ],
    ['is no bench', (to) => to.end('{}'), /does not answer as a benchmark server: /],
    [
      'never ends',
      (to) => Readable.from(endless()).pipe(to),
      /got more than 65536 bytes, expected/,
    ],
  ])('is not written where what answers %s', async (_, answer, message) => {
    const origin = await serve((_, response) => answer(response));
    const out = join(folder, 'no.json');
    const args = [...SMALL, '--out', out, '--origin', origin];
    const { code, stderr } = await runCli(run, args);
    expect(code).toBe(1);
    expect(() => readFileSync(out)).toThrow('ENOENT');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});
