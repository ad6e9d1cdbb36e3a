import { expect, it } from 'vitest';
import { buildGo } from '../../places/grpc/run/go.ts';
import { allCases, oneOfEach } from '../../testing/all-cases.ts';
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
if (allCases && !('missing' in (await buildGo()))) {
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
