/** How many ratios of later launches lie where the published results say that those of the next launch will. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Replication, replicationSchema } from '../../core/calibrate/calibration.ts';
import type { SessionRecord } from '../../core/record/index.ts';
import { readResult, resultFile } from '../../results/file.ts';
import { ratioBetween } from '../../results/pairs.ts';
import type { MeasuredResult, Row } from '../../results/result.ts';
import { resultOf } from '../../results/rows-of.ts';
import { say } from '../shared/args.ts';
import { readJson, writeWithFolders } from '../shared/files.ts';
import { launchFolder, provenanceFields, readLaunches } from './launches.ts';
import { type CampaignPlan, flagsOf } from './plans.ts';

/** Launches of each plan that are taken to check its result. */
export const REPLICATED = 5;

/** Ratios of single launches, and those of them inside their interval. */
type Tally = Pick<Replication, 'ratios' | 'inside'>;

const FILE = 'content/calibration/replication.json';

/** The published result of a plan. @throws Error saying what to do where there is none */
export function publishedOf(plan: CampaignPlan, root: string): MeasuredResult {
  const { study, id } = plan;
  const file = resultFile(`${study}/${id}`);
  if (!existsSync(join(root, file))) {
    const expected = `expected what npm run campaign -- --publish ${flagsOf(plan)} writes`;
    throw new Error(`${file}: got no such file, ${expected}`);
  }
  const result = readResult(pathToFileURL(`${root}/`), `${study}/${id}`);
  if (result.kind === 'measured') return result;
  throw new Error(`${study}/${id}: got a ${result.kind} result, expected a measured one`);
}

/** The comparisons of earlier sittings. @throws Error naming the file if it is no replication */
export async function readCompared(root: string): Promise<Replication['plans']> {
  const file = join(root, FILE);
  return existsSync(file) ? (await readJson(file, replicationSchema)).plans : [];
}

/**
 * Compares the launches that were taken of plans with what was published, and writes what came out beside the
 * comparisons of earlier sittings. Nothing is written if there is none.
 *
 * @param order ids of all plans, as the file has them
 */
export async function writeReplication(
  plans: readonly CampaignPlan[],
  order: readonly string[],
  { root, out }: { root: string; out: string },
): Promise<{ file: string; replication: Replication } | undefined> {
  const compared = new Map((await readCompared(root)).map((each) => [each.plan, each]));
  for (const plan of plans) {
    const launches = await readLaunches(launchFolder(out, plan, true));
    const [first, ...rest] = launches;
    const [own] = await readLaunches(launchFolder(out, plan));
    if (first?.launch === undefined || own?.launch === undefined) continue;
    const published = publishedOf(plan, root);
    const tally = sumOf(launches.map((launch) => insideOf(published, launch)));
    const result = resultOf([first, ...rest]);
    // Launches of the published code tell a difference of machines from one of the code.
    const beside = await readLaunches(join(launchFolder(out, plan, true), 'published'));
    if (tally.ratios === 0) {
      say(`${plan.id}: not compared: its launches have too few rounds for a ratio.`);
      continue;
    }
    const [later, earlier] = [provenanceFields(first.launch), provenanceFields(own.launch)];
    // In the order of the schema, which earlier ones are read in: only what is new differs in the file.
    compared.set(plan.id, {
      plan: plan.id,
      study: plan.study,
      ...tally,
      dates: [...new Set(launches.map(({ startedAt }) => startedAt.slice(0, 10)))],
      sameMachine: later.machine === earlier.machine,
      sameCode: later.tree === earlier.tree,
      classes: classesIn(published, result),
      publishedCode:
        beside.length === 0 ? undefined : sumOf(beside.map((each) => insideOf(result, each))),
    });
  }
  if (compared.size === 0) return undefined;
  const inOrder = new Set([...order, ...compared.keys()]);
  const all = [...inOrder].flatMap((id) => compared.get(id) ?? []);
  const replication: Replication = { ...sumOf(all), plans: all };
  await writeWithFolders(join(root, FILE), `${JSON.stringify(replication, undefined, 2)}\n`);
  return { file: FILE, replication };
}

const sumOf = (tallies: readonly Tally[]): Tally => ({
  ratios: tallies.reduce((sum, { ratios }) => sum + ratios, 0),
  inside: tallies.reduce((sum, { inside }) => sum + inside, 0),
});

/** The ratios of one launch to the plan’s reference; the A/A control is one of them. */
function insideOf({ rows, plan: { reference } }: MeasuredResult, launch: SessionRecord): Tally {
  const own = resultOf([launch]).rows;
  const found = rows.flatMap((row) => {
    const next = ratioIn(rows, row, reference)?.next;
    const value = ratioIn(own, row, reference)?.value;
    if (next === undefined || value === undefined) return [];
    return [next.low <= value && value <= next.high];
  });
  return { ratios: found.length, inside: found.filter(Boolean).length };
}

/** How many published classes that say slower or faster the new launches say too, or turn round. */
function classesIn({ rows, plan: { reference } }: MeasuredResult, later: MeasuredResult) {
  const found = rows.flatMap((row) => {
    const [ours, theirs] = [rows, later.rows].map((all) =>
      ratioIn(all, row, reference)?.class?.replace('-by-margin', ''),
    );
    return ours === 'slower' || ours === 'faster' ? [{ ours, theirs }] : [];
  });
  return {
    told: found.length,
    held: found.filter(({ ours, theirs }) => theirs === ours).length,
    reversed: found.filter(
      ({ ours, theirs }) => theirs === (ours === 'slower' ? 'faster' : 'slower'),
    ).length,
  };
}

function ratioIn(rows: readonly Row[], { arm, workload }: Row, reference: string) {
  const ofWorkload = rows.filter((row) => row.workload === workload);
  const own = ofWorkload.find((row) => row.arm === arm);
  const to = ofWorkload.find((row) => row.arm === reference);
  return own && to && own !== to ? ratioBetween(own, to) : undefined;
}
