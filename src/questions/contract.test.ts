/** The questions of the matrix as a contract: what each library answers is what the site says of it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../cli/shared/bench.ts';
import { probedHere } from '../systems/index.ts';
import { askAll, browserSubjects } from './ask.ts';
import { probesOf } from './kit.ts';
import { changesOf, readRecorded, RECORDED, type RecordedResult } from './recorded.ts';
import { loadInNode } from './runtimes.ts';

const probes = probesOf(browserSubjects);
const recorded = readRecorded(readFileSync(RECORDED, 'utf8')).results;

let bench: LocalBench;
const asking = new AbortController();
let answers: readonly RecordedResult[];
// A library that leaves a promise of its own unhandled must not end the run.
const ignore = () => undefined;
beforeAll(async () => {
  process.on('unhandledRejection', ignore);
  bench = await startBench({ root: process.cwd(), port: 0, onSaid: ignore });
  // What takes much of the machine is thus asked of one library while others are asked what takes little.
  const jobs = probedHere.flatMap((system) => probes.map((probe) => ({ probe, system })));
  answers = await askAll(jobs, { origin: bench.origin, loadInNode, signal: asking.signal });
}, 240_000);
afterAll(async () => {
  process.off('unhandledRejection', ignore);
  // One question that does not end must not leave the others asking a bench that is gone.
  asking.abort();
  await bench.stop();
});

it.each(probedHere)('%s answers every question as it is published', (system) => {
  const own = answers.filter((each) => each.system === system);
  const details = new Map(own.map(({ probe, detail }) => [probe, detail]));
  const changes = changesOf(recorded, own, false);
  expect(changes.map((each) => ({ ...each, detail: details.get(each.probe) }))).toEqual([]);
});
