/**
 * `npm run bench -- harness`: what the harness itself costs. The same calls are made in turns of a
 * session by the harness and in a bare loop without meter, guard or samples, each over a connection of
 * its own, opened anew for each round. Reported is the ratio of what a turn's time contains to the
 * loop's time, and the same with what lies between turns.
 */
import { median } from 'simple-statistics';
import { seeded, shuffle } from '../../harness/plan/index.ts';
import { listOf, oneOf, runCommand, wholeNumber } from '../shared/args.ts';
import type { Ready, Times } from './harness/beside.ts';
import { pairedRatio } from './ratio.ts';

/** A study of each kind of channel, and the file that opens it. */
const kinds = {
  'lumenize-vs-capnweb': 'bench',
  'kkrpc-transports': 'processes',
  'page-to-worker': 'page',
};
const studies = Object.keys(kinds) as (keyof typeof kinds)[];

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- harness [flags]'],
      about: 'Times the same calls with the harness and with a bare loop, and prints the ratio.',
      flags: {
        study: {
          value: '<id>',
          help: `over channels as in one of ${studies.join(', ')} (${studies[0]})`,
        },
        arms: { value: '<ids>', help: 'only these of what can be timed over them' },
        rounds: { value: '<number>', help: 'rounds, 6 to 1000 (40)' },
        json: { help: 'one JSON document on stdout' },
      },
    },
    async ({ values }) => {
      const study = oneOf('--study', values.study ?? 'lumenize-vs-capnweb', studies);
      const rounds = wholeNumber('--rounds', values.rounds ?? '40', 6, 1000);
      const kind = (await import(`./harness/${kinds[study]}.ts`)) as { start(): Promise<Ready> };
      const ready = await kind.start();
      try {
        const arms = listOf('--arms', values.arms ?? ready.arms.join(','), ready.arms);
        const found = [...(await timesOf(ready, arms, rounds))].map(([arm, times]) => ({
          arm,
          bareUs: median(times.map(({ bareUs }) => bareUs)),
          betweenUs: median(times.map(({ betweenUs }) => betweenUs)),
          turn: pairedRatio(times.map(({ turnUs, bareUs }) => [turnUs, bareUs])),
          withBetween: pairedRatio(
            times.map(({ turnUs, betweenUs, bareUs }) => [turnUs + betweenUs, bareUs]),
          ),
        }));
        console.log(
          values.json
            ? JSON.stringify({ study, rounds, arms: found })
            : found
                .map(
                  ({ arm, bareUs, turn, withBetween }) =>
                    `${arm}: a turn takes ${ratioText(turn)} a bare loop's time per operation, which is ` +
                    `${bareUs.toFixed(1)} µs; with what lies between turns ${ratioText(withBetween)} (${rounds} rounds)`,
                )
                .join('\n'),
        );
      } finally {
        await ready.stop();
      }
      return 0;
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
        `round ${round + 1} of ${rounds}, ${arm}: ${turn} µs, bare ${bare} µs, between turns ${between} µs\n`,
      );
    }
  }
  return all;
}

function ratioText({ ratio, low, high }: ReturnType<typeof pairedRatio>): string {
  return `${ratio.toFixed(3)}× (${low.toFixed(3)}–${high.toFixed(3)})`;
}
