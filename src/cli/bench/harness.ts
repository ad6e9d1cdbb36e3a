/**
 * `npm run bench -- harness`: what the harness itself costs. The same calls are made in turns of a
 * session by the harness and in a bare loop without meter, guard or samples, each over a connection of
 * its own, opened anew for each round. Reported is the ratio of what a turn's time contains to the
 * loop's time, and the same with what lies between turns.
 */
import { median } from 'simple-statistics';
import { seeded, shuffle } from '../../harness/plan/index.ts';
import { listOf, oneOf, runCommand, UsageError, wholeNumber } from '../shared/args.ts';
import type { Ready, Times } from './harness/beside.ts';
import { timeGenerator } from './harness/generator.ts';
import { timeGuard } from './harness/guard.ts';
import { pairedRatio, ratioText } from './ratio.ts';

/** What a command prints: with --json the one, else the other. */
interface Printed {
  document: object;
  text: string;
}

/** A study of each kind of channel, and the file that opens it. */
const kinds = {
  'lumenize-vs-capnweb': 'bench',
  'kkrpc-transports': 'processes',
  'page-to-worker': 'page',
};
type Timed = keyof typeof kinds;
/** Whose load comes from a program in Go, which is timed beside a bare loop of its own. */
const GENERATED = 'grpc-go-vs-lisp';
const studies = [...(Object.keys(kinds) as Timed[]), GENERATED] as const;

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
        arms: { value: '<ids>', help: 'only these of what can be timed over them' },
        rounds: { value: '<number>', help: `rounds, 6 to 1000 (40, of ${GENERATED} 20)` },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      const { arms, guard, json } = values;
      if (guard && values.study !== undefined) {
        throw new UsageError(
          `--guard: got it with --study ${values.study}, expected one of the two`,
        );
      }
      const study = oneOf('--study', values.study ?? studies[0], studies);
      const standard = study === GENERATED ? '20' : '40';
      const rounds = wholeNumber('--rounds', values.rounds ?? standard, 6, 1000);
      let found: Printed;
      if (guard) found = await timeGuard(arms, rounds);
      else if (study !== GENERATED) found = await timeHarness(study, arms, rounds);
      else if (arms === undefined) found = await timeGenerator(rounds);
      else
        throw new UsageError(`--arms: got "${arms}" with ${GENERATED}, expected no choice there`);
      console.log(json ? JSON.stringify(found.document) : found.text);
      return 0;
    },
    argv,
  );

async function timeHarness(
  study: Timed,
  chosen: string | undefined,
  rounds: number,
): Promise<Printed> {
  const kind = (await import(`./harness/${kinds[study]}.ts`)) as { start(): Promise<Ready> };
  const ready = await kind.start();
  try {
    const ids = listOf('--arms', chosen ?? ready.arms.join(','), ready.arms);
    const arms = [...(await timesOf(ready, ids, rounds))].map(([arm, times]) => ({
      arm,
      bareUs: median(times.map(({ bareUs }) => bareUs)),
      betweenUs: median(times.map(({ betweenUs }) => betweenUs)),
      turn: pairedRatio(times.map(({ turnUs, bareUs }) => [turnUs, bareUs])),
      withBetween: pairedRatio(
        times.map(({ turnUs, betweenUs, bareUs }) => [turnUs + betweenUs, bareUs]),
      ),
    }));
    const lines = arms.map(
      ({ arm, bareUs, turn, withBetween }) =>
        `${arm}: a turn takes ${ratioText(turn, 3)} a bare loop's time per operation, which is ` +
        `${bareUs.toFixed(1)} µs; with what lies between turns ${ratioText(withBetween, 3)} (${rounds} rounds)`,
    );
    return { document: { study, rounds, arms }, text: lines.join('\n') };
  } finally {
    await ready.stop();
  }
}

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
        `round ${round + 1} of ${rounds}, ${arm}: ${turn} µs, bare ${bare} µs, between turns ${between} µs\n`,
      );
    }
  }
  return all;
}
