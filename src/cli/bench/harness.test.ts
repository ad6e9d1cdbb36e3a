import { expect, it } from 'vitest';
import { buildGo } from '../../places/grpc/run/go.ts';
import { nightly, oneOfEach } from '../../testing/nightly.ts';
import type { PeersFound } from '../../collections/records.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

const number = expect.any(Number) as number;
const ratio = { ratio: number, low: number, high: number };
const timed = { bareUs: number, betweenUs: number, turn: ratio, withBetween: ratio };

/** What is timed, by its flags, and the document of `--json` besides its rounds. */
const [arm, guarded] = ['raw-websocket/in-memory', 'raw-websocket/hibernating'];
const [streamed, stdio] = ['trpc/http-batch-stream', 'kkrpc/node-node-stdio'];
const cases: Array<{ flags: string[]; found: object }> = [
  {
    flags: ['--guard', '--arms', guarded],
    found: { turns: 60, calls: 10, atOnce: 1, arms: [{ arm: guarded, ...ratio }] },
  },
  {
    flags: ['--guard', '--at-once', '50', '--arms', streamed],
    found: { turns: 60, calls: 50, atOnce: 50, arms: [{ arm: streamed, ...ratio }] },
  },
  {
    flags: ['--arms', `${arm},${stdio}`],
    found: {
      study: 'lumenize-vs-capnweb',
      arms: [arm, stdio].map((each) => ({ arm: each, ...timed })),
    },
  },
];
if (nightly && !('missing' in (await buildGo()))) {
  const rates = { grpcGoPerSecond: number, reachPerSecond: number, reach: ratio };
  cases.push({
    flags: ['--study', 'grpc-go-vs-lisp'],
    found: { bareUs: number, overhead: ratio, ...rates, memoryMiB: number },
  });
}

it.each(oneOfEach(cases, () => 'a ratio'))('$flags is timed', async ({ flags, found }) => {
  const args = ['harness', '--rounds', '6', '--json', ...flags];
  const { code, stdout, stderr } = await runCli(run, args);
  expect([code, stderr]).toEqual([0, expect.stringContaining('round 6 of 6')]);
  const document = JSON.parse(stdout) as { memoryMiB?: number };
  expect(document).toEqual({ rounds: 6, ...found });
  // Bytes are no matter of how busy the machine is.
  expect(document.memoryMiB ?? 0).toBeLessThan(200);
});

it('ways of comparing are asked about arms whose difference is known', async () => {
  const args = ['harness', '--peers', '--arms', 'loop,harness', '--times', '1', '--seconds', '2'];
  const { code, stdout, stderr } = await runCli(run, [...args, '--json']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('1 of 1, harness, slowed: ')]);
  const { said } = JSON.parse(stdout) as PeersFound;
  const asked = said.map(({ judge, slowed }) => `${judge} ${slowed}`);
  const all = ['check true', 'harness false', 'harness true', 'loop false', 'loop true'];
  expect(asked.toSorted()).toEqual(all);
  // The wait is at least what was asked for; a busy machine makes it longer.
  for (const { slowed, added } of said) expect(added > 0.04).toBe(slowed);
});

it('flags of one kind are refused with the other', async () => {
  const rounds = await runCli(run, ['harness', '--peers', '--rounds', '6']);
  expect([rounds.code, rounds.stderr]).toEqual([2, expect.stringContaining('--rounds: got "6"')]);
  const times = await runCli(run, ['harness', '--times', '6']);
  expect([times.code, times.stderr]).toEqual([2, expect.stringContaining('--times: got "6"')]);
});
