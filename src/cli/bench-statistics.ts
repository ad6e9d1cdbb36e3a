/**
 * `npm run bench:statistics`: how long the verdicts of a Thorough record take in Chromium, and how
 * that grows with the samples: the time at ten times the samples, as a paired ratio from one run.
 */
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { median } from 'simple-statistics';
import { ratioOf } from '../harness/statistics-ratio.ts';
import { walshAverages } from '../harness/statistics-signed-rank.ts';
import { runCommand } from './args.ts';
import { CHROMIUM_ARGS, findChromium } from './local/browser.ts';

/** Samples of a block in the first study, and ten times as many. */
const [SMALL, LARGE] = [100, 1000];
const ROUNDS = 25;

const command = {
  usage: ['npm run bench:statistics -- [flags]'],
  about: 'Times the verdicts of a Thorough record in Chromium, and at ten times the samples.',
  flags: { json: { type: 'boolean', help: 'one JSON document on stdout' } },
} as const;

await runCommand(command, async ({ values }) => {
  await timeVerdicts(values.json);
  return 0;
});

async function timeVerdicts(json: boolean): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['src/cli/bench-statistics-page.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bench',
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGS],
  });
  try {
    const page = await browser.newPage();
    const times = await page.evaluate<[number, number][]>(
      `${script}; bench.timeAnalyses(${SMALL}, ${LARGE}, ${ROUNDS})`,
    );
    const ratio = ratioOf(walshAverages(times.map(([small, large]) => Math.log(large / small))));
    if (ratio?.interval === undefined) throw new Error('no interval: too few rounds');
    const { estimate, interval } = ratio;
    const thoroughMs = median(times.map(([small]) => small));
    const result = {
      thoroughMs,
      samplesRatio: LARGE / SMALL,
      ratio: estimate,
      low: interval.low,
      high: interval.high,
      rounds: ROUNDS,
    };
    console.log(
      json
        ? JSON.stringify(result)
        : `A Thorough record takes ${thoroughMs.toFixed(1)} ms; ${LARGE / SMALL} times the samples ` +
            `take ${estimate.toFixed(2)}× as long (${interval.low.toFixed(2)}–${interval.high.toFixed(2)}).`,
    );
  } finally {
    await browser.close();
  }
}
