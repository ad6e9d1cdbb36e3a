/** The questions of the matrix as a contract: each library is asked, and passes all but what it is known to fail. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../cli/shared/bench.ts';
import { probedHere } from '../systems/index.ts';
import { askAll, loadSystem } from './ask.ts';
import { browserSubjects } from './in-browser.ts';
import { probesOf } from './kit.ts';
import { failedBy } from './probed.ts';
import { readRecorded, RECORDED, type RecordedResult } from './recorded.ts';
import { loadInNode } from './runtimes.ts';

const probes = probesOf(browserSubjects);
const ids = new Set(probes.map(({ id }) => id));
const recorded = readRecorded(readFileSync(RECORDED, 'utf8')).results;

let bench: LocalBench;
let answers: readonly RecordedResult[];
// A library that leaves a promise of its own unhandled must not end the run.
const ignore = () => undefined;
beforeAll(async () => {
  process.on('unhandledRejection', ignore);
  bench = await startBench({ root: process.cwd(), port: 0, onSaid: ignore });
  const jobs = probes.flatMap((probe) => probedHere.map((system) => ({ probe, system })));
  answers = await askAll(jobs, { origin: bench.origin, loadInNode });
}, 240_000);
afterAll(async () => {
  process.off('unhandledRejection', ignore);
  await bench.stop();
});

describe.each(probedHere)('%s', (system) => {
  it('passes every question that makes sense of it but what it is known to fail', async () => {
    const fails = failedBy(await loadSystem(system));
    const unexpected = answers.flatMap(({ probe, system: asked, result, detail }) => {
      if (asked !== system || (result === 'fail') === fails.includes(probe)) return [];
      return [`${probe}: unexpected ${result}: ${detail}`];
    });
    expect(unexpected).toEqual([]);
  });

  it('has published answers that say the same', async () => {
    const fails = failedBy(await loadSystem(system));
    const failed = recorded.filter((each) => each.system === system && each.result === 'fail');
    const published = failed.map(({ probe }) => probe).filter((probe) => ids.has(probe));
    expect(published.toSorted()).toEqual(fails.toSorted());
  });
});
