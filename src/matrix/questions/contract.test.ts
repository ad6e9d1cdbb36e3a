/** The questions of the matrix as a contract: what each library answers is what the site says of it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../cli/shared/bench.ts';
import { probedHere } from '../../libraries/systems/index.ts';
import { askAll, browserSubjects, type Job } from './ask.ts';
import { probesOf } from './client-kit.ts';
import { loadInNode } from './groups.ts';
import { changesOf, readRecorded, RECORDED, type RecordedResult } from './recorded.ts';

const probes = probesOf(browserSubjects);
const recorded = readRecorded(readFileSync(RECORDED, 'utf8')).results;
const keyOf = (each: { probe: string; system: string }) => `${each.system} ${each.probe}`;

let bench: LocalBench;
let answers: readonly RecordedResult[];
/** Questions that could not be put, each with its library and the reason. */
const broken: Array<Job & { why: string }> = [];
// A library that leaves a promise of its own unhandled must not end the run.
const ignore = () => undefined;
beforeAll(async ({}, { tasks }) => {
  process.on('unhandledRejection', ignore);
  bench = await startBench({ root: process.cwd(), port: 0, onSaid: ignore });
  // With -t only the libraries of the tests that it leaves are asked.
  const asked = probedHere.filter((id) =>
    tasks.some(({ name, mode }) => mode !== 'skip' && name.startsWith(`${id} `)),
  );
  // A question that takes much of the machine is thus asked of one library after another.
  const jobs = asked.flatMap((system) => probes.map((probe) => ({ probe, system })));
  const onBroken = (job: Job, { message: why }: Error) => void broken.push({ ...job, why });
  const asking = { origin: bench.origin, loadInNode, onBroken };
  const first = await askAll(jobs, asking);
  // A machine that others use as well can be late, so that what differs is asked once more.
  const unlike = new Set(changesOf(recorded, first, false).map(keyOf));
  const again = jobs.filter(({ probe, system }) => unlike.has(keyOf({ probe: probe.id, system })));
  const second = new Map((await askAll(again, asking)).map((each) => [keyOf(each), each]));
  answers = first.map((each) => second.get(keyOf(each)) ?? each);
}, 240_000);
afterAll(async () => {
  process.off('unhandledRejection', ignore);
  await bench.stop();
});

it.each(probedHere)('%s answers every question as it is published', (system) => {
  expect(broken.flatMap((each) => (each.system === system ? each.why : []))).toEqual([]);
  const own = answers.filter((each) => each.system === system);
  expect(own).toHaveLength(probes.length);
  const details = new Map(own.map(({ probe, detail }) => [probe, detail]));
  const changes = changesOf(recorded, own, false);
  expect(changes.map((each) => ({ ...each, detail: details.get(each.probe) }))).toEqual([]);
});
