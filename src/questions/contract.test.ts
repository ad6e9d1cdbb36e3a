/** The questions of the matrix as a contract: what each library answers is what the site says of it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type LocalBench, startBench } from '../cli/shared/bench.ts';
import { probedHere } from '../systems/index.ts';
import { askAll, browserSubjects } from './ask.ts';
import { probesOf } from './kit.ts';
import { changesOf, readRecorded, RECORDED } from './recorded.ts';
import { loadInNode } from './runtimes.ts';

const probes = probesOf(browserSubjects);
const recorded = readRecorded(readFileSync(RECORDED, 'utf8')).results;

let bench: LocalBench;
// A library that leaves a promise of its own unhandled must not end the run.
const ignore = () => undefined;
beforeAll(async () => {
  process.on('unhandledRejection', ignore);
  bench = await startBench({ root: process.cwd(), port: 0, onSaid: ignore });
});
afterAll(async () => {
  process.off('unhandledRejection', ignore);
  await bench.stop();
});

// All libraries are asked at the same time, because most questions wait. With -t only those named are.
describe.concurrent.each(probedHere)('%s', (system) => {
  it('answers every question as it is published', async ({ expect: own }) => {
    const jobs = probes.map((probe) => ({ probe, system }));
    const answers = await askAll(jobs, { origin: bench.origin, loadInNode });
    const details = new Map(answers.map(({ probe, detail }) => [probe, detail]));
    const changes = changesOf(recorded, answers, false);
    own(changes.map((each) => ({ ...each, detail: details.get(each.probe) }))).toEqual([]);
  }, 240_000);
});
