/**
 * `npm run bench -- statistics`: how long the verdicts of a Thorough record take in Chromium, and
 * how that grows with the samples: the time at ten times the samples, as a ratio from one run.
 */
import { build } from 'esbuild';
import { median } from 'simple-statistics';
import { runCommand } from '../shared/args.ts';
import { launchChromium } from '../shared/browser.ts';
import { needChromium } from '../shared/provide-browser.ts';
import { pairedRatio } from './ratio.ts';

/** Samples of a block in the first study, and ten times as many. */
const [SMALL, LARGE] = [100, 1000];
const ROUNDS = 25;

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- statistics [flags]'],
      about: 'Times the verdicts of a Thorough record in Chromium, and at ten times the samples.',
      flags: { json: { help: 'one JSON document on stdout' } },
    },
    async ({ values }) => {
      await needChromium();
      const times = await timeVerdicts();
      const found = {
        thoroughMs: median(times.map(([small]) => small)),
        samplesRatio: LARGE / SMALL,
        ...pairedRatio(times.map(([small, large]) => [large, small])),
        rounds: ROUNDS,
      };
      const { thoroughMs, samplesRatio, ratio, low, high } = found;
      console.log(
        values.json
          ? JSON.stringify(found)
          : `A Thorough record takes ${thoroughMs.toFixed(1)} ms; ${samplesRatio} times the samples ` +
              `take ${ratio.toFixed(2)}× as long (${low.toFixed(2)}–${high.toFixed(2)}).`,
      );
      return 0;
    },
    argv,
  );

/** ms of the verdicts on the small and the large record, in each round. */
async function timeVerdicts(): Promise<[number, number][]> {
  const { outputFiles } = await build({
    entryPoints: [new URL('statistics-page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bench',
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    return await page.evaluate(`${script}; bench.timeAnalyses(${SMALL}, ${LARGE}, ${ROUNDS})`);
  } finally {
    await browser.close();
  }
}
