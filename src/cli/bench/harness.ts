/**
 * `npm run bench -- harness`: the cost of the harness itself, of the bench’s limits, or of the load
 * generator. The same calls are made in two ways, in turns of one session for each round, over
 * connections that are opened anew; reported is the ratio of their times.
 */
import { seeded, shuffle } from '../../harness/plan/index.ts';
import { listOf, oneOf, refuseFlags, runCommand, wholeNumber } from '../shared/args.ts';
import { harnessBesideLoop, limitsBesideNone } from './harness/bench.ts';
import { generatorBesideLoop } from './harness/generator.ts';
import type { Ready, Times } from './harness/session.ts';

/** The study whose load comes from a program in Go, which is timed beside a bare loop of its own. */
const GENERATED = 'grpc-go-vs-lisp';
const studies = ['lumenize-vs-capnweb', GENERATED] as const;

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- harness [flags]'],
      about: `Times the same calls with the harness and with a bare loop, and prints the ratio. With --study
${GENERATED} the load generator in Go beside a bare loop and without a server, which needs Go. With
--guard the calls of a client with the bench’s limits and without.`,
      flags: {
        study: {
          value: '<id>',
          help: `over channels as in one of ${studies.join(', ')} (${studies[0]})`,
        },
        guard: { help: 'what the limits of the bench cost, in place of the harness' },
        'at-once': { value: '<number>', help: 'with --guard: calls of a tick, 1 to 100 (1)' },
        arms: { value: '<ids>', help: 'only these of what can be timed' },
        rounds: { value: '<number>', help: `rounds, 6 to 1000 (40, of ${GENERATED} 20)` },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      const { arms: chosen, guard, json } = values;
      refuseFlags(values, guard ? ['study'] : [], 'with --guard, expected one of the two');
      refuseFlags(values, guard ? [] : ['at-once'], 'without --guard, expected it with --guard');
      const atOnce = wholeNumber('--at-once', values['at-once'] ?? '1', 1, 100);
      const study = oneOf('--study', values.study ?? studies[0], studies);
      const generated = study === GENERATED;
      const standard = generated ? '20' : '40';
      const rounds = wholeNumber('--rounds', values.rounds ?? standard, 6, 1000);
      const noChoice = `with ${GENERATED}, expected no choice there`;
      refuseFlags(values, generated ? ['arms'] : [], noChoice);
      const timed = guard
        ? limitsBesideNone(atOnce)
        : generated
          ? generatorBesideLoop
          : harnessBesideLoop;
      const ids = chosen === undefined ? timed.arms : listOf('--arms', chosen, timed.arms);
      const ready = await timed.start();
      try {
        const { document, text } = ready.report(await timesOf(ready, ids, rounds));
        console.log(json ? JSON.stringify({ rounds, ...document }) : `${text}\n${rounds} rounds.`);
        return 0;
      } finally {
        await ready.stop();
      }
    },
    argv,
  );

async function timesOf(
  { take }: Ready,
  arms: readonly string[],
  rounds: number,
): Promise<Map<string, Times[]>> {
  const random = seeded(1);
  const all = new Map(arms.map((arm): [string, Times[]] => [arm, []]));
  // One round that is not counted: both ways meet a process that has compiled nothing yet.
  for (let round = -1; round < rounds; round += 1) {
    for (const arm of shuffle(arms, random)) {
      const times = await take(arm, round + 1);
      if (round >= 0) all.get(arm)?.push(times);
      const [turn, bare, between] = [times.turnUs, times.bareUs, times.betweenUs].map((us) =>
        us.toFixed(2),
      );
      process.stderr.write(
        `round ${round + 1} of ${rounds}, ${arm}: ${turn} µs, beside it ${bare} µs, between turns ${between} µs\n`,
      );
    }
  }
  return all;
}
