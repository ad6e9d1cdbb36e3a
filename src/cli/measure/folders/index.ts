/** `npm run measure -- --system base=../base --system head=.`: two folders in one run. */
import { isOutside } from '../../../harness/plan/index.ts';
import type { SessionRecord } from '../../../harness/record/index.ts';
import type { End } from '../../../harness/run/index.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import {
  type Comparison,
  comparisonOf,
  comparisonText,
  rowText,
  type StudyResult,
} from './comparison.ts';
import { EXIT_FAILURE, printable, say, UsageError } from '../../shared/args.ts';
import { readBuildInfo } from '../../shared/checkout.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../../shared/process-end.ts';
import { takeRun } from '../measure-in.ts';
import { expectWritable, putOut } from '../provenance.ts';
import { changedArms } from './changed.ts';
import { EXAMPLE, type FoldersOptions, hasTwoSides } from './options.ts';
import { pairedPlan, pairedResult, pairStudies } from './paired.ts';
import { type OpenSides, openCheckouts, openContestants, studiesOf } from './sides.ts';

/** Most arms of which a record can be written: it has both sides of each, and the two that repeat one. */
const MOST_RECORDED = 17;

/** A study that is to be measured. */
interface Job {
  open: (cleanUp: AsyncDisposableStack) => Promise<OpenSides>;
  id: string;
  /** Ids of the arms to measure; undefined for those of the contestants. */
  arms: readonly string[] | undefined;
  /** Ids of the arms that differ, where that was looked up. */
  changed: string[] | undefined;
}

/**
 * Measures both folders in alternating turns, and prints what it found.
 *
 * @param root the checkout, or the folder of the package, whose code measures
 * @returns the exit code: 1 where the run was lost, where nothing counted of an arm, and where one is
 *   slower than is allowed; 130 where Ctrl-C ended it
 */
export async function measureFolders(options: FoldersOptions, root: string): Promise<number> {
  const { out } = options;
  if (out !== undefined && out !== '-') await expectWritable('--out', out);
  using interrupt = catchInterrupt(() => say('Stopping …'));
  const { signal } = interrupt;
  try {
    const { jobs, notes } = await jobsOf(options, root);
    expectRecordable(options, jobs);
    const found: StudyResult[] = [];
    for (const job of jobs) {
      signal.throwIfAborted();
      if (job.changed !== undefined) say(`Changed in ${job.id}: ${job.changed.join(', ')}.`);
      const { result, record, end } = await measureJob(job, options, root, signal);
      // A reader who stops a run when its numbers please would choose the verdicts, so none are printed.
      if (end.kind === 'cancelled') return EXIT_INTERRUPTED;
      if (out !== undefined && record.sessions.length > 0) await putOut(record, out);
      found.push(result);
      if (end.kind !== 'lost') continue;
      await put(options, found, notes);
      say(`The other ends were lost: ${end.why}.`);
      return EXIT_FAILURE;
    }
    return exitCodeOf(await put(options, found, notes), options);
  } catch (error) {
    if (!signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  }
}

/** The studies to measure, and what is worth knowing of those that are not. */
async function jobsOf(
  options: FoldersOptions,
  root: string,
): Promise<{ jobs: Job[]; notes: string[] }> {
  const { kind, folders, study } = options;
  const [base, head] = folders;
  if (kind === 'contestants') {
    const named = study as AnyStudy;
    const open: Job['open'] = (cleanUp) => openContestants(folders, named, root, cleanUp);
    return { jobs: [{ open, id: named.id, arms: undefined, changed: undefined }], notes: [] };
  }
  const [old, present] = [await studiesOf(base), await studiesOf(head)];
  const jobs: Job[] = [];
  const notes: string[] = [];
  for (const own of present.filter(hasTwoSides)) {
    const { id } = own;
    if (study !== undefined && study.id !== id) continue;
    const before = old.find((each) => each.id === id);
    if (before === undefined) {
      notes.push(`The study ${id} is in ${head.name} only.`);
      continue;
    }
    const isInBoth = (arm: string) => before.arms.some((each) => each.id === arm);
    const changed =
      options.arms === undefined ? await changedArms(own, [base.folder, head.folder]) : undefined;
    const arms = changed?.filter(isInBoth) ?? options.arms;
    for (const arm of changed ?? []) {
      if (!isInBoth(arm)) notes.push(`The configuration ${arm} of ${id} is in ${head.name} only.`);
    }
    if (arms === undefined || arms.length === 0) continue;
    const open: Job['open'] = (cleanUp) => openCheckouts(folders, [before, own], cleanUp);
    jobs.push({ open, id, arms, changed });
  }
  if (jobs.length === 0) {
    const where = study === undefined ? '' : ` of ${study.id}`;
    notes.push(
      `No configuration${where} that both have differs between ${base.name} and ${head.name}: nothing was measured. ` +
        'Name some with --arms to measure them all the same.',
    );
  }
  return { jobs, notes };
}

/** @throws UsageError where `--out` is given and what is to be measured does not fit into a record */
function expectRecordable({ out }: FoldersOptions, jobs: readonly Job[]): void {
  if (out === undefined) return;
  const [first, second] = jobs;
  if (second !== undefined) {
    const ids = jobs.map(({ id }) => id).join(', ');
    throw new UsageError(`--out: got the studies ${ids}, expected one: name it before ${EXAMPLE}`);
  }
  const count = first?.arms?.length ?? 0;
  if (count > MOST_RECORDED) {
    const expected = `at most ${MOST_RECORDED} in a record: name them with --arms`;
    throw new UsageError(`--out: got ${count} configurations, expected ${expected}`);
  }
}

async function measureJob(
  { open, arms, changed }: Job,
  options: FoldersOptions,
  root: string,
  signal: AbortSignal,
): Promise<{ result: StudyResult; record: SessionRecord; end: End }> {
  const { folders, workloads, length, seed } = options;
  await using cleanUp = new AsyncDisposableStack();
  const { sides, world, describe } = await open(cleanUp);
  const [base, head] = sides;
  signal.throwIfAborted();
  const paired = pairStudies({
    base: { ...base, name: folders[0].name },
    head: { ...head, name: folders[1].name },
    arms: arms ?? head.study.arms.map((arm) => arm.id).filter(isOutside),
    workloads,
  });
  const plan = pairedPlan(paired, length, seed);
  const environment = await describe(paired.study, await readBuildInfo(root));
  const { record, end } = await takeRun(paired.study, plan, { world, environment }, signal);
  const margin = options.failIfSlower ?? head.study.margin;
  const result = pairedResult(head.study, paired, record, margin);
  return { result: { ...result, ...(changed && { changed }) }, record, end };
}

/** Prints the table or the document. */
async function put(
  { folders, json, out }: FoldersOptions,
  found: readonly StudyResult[],
  notes: readonly string[],
): Promise<Comparison> {
  const side = async ({ name, folder }: FoldersOptions['folders'][number]) => {
    const { commit, dirty } = await readBuildInfo(folder);
    return { name, source: folder, commit: commit === '' ? null : commit, dirty };
  };
  const sides = { base: await side(folders[0]), head: await side(folders[1]) };
  const comparison = comparisonOf(sides, found, notes);
  if (json) console.log(JSON.stringify(comparison, undefined, 2));
  else (out === '-' ? say : console.log)(printable(comparisonText(comparison)));
  return comparison;
}

function exitCodeOf({ rows, slower }: Comparison, { failIfSlower }: FoldersOptions): number {
  const lost = rows.filter(({ ratio }) => ratio === undefined);
  for (const row of lost) say(`Nothing counted of ${row.label} in ${row.workload}.`);
  const failing = failIfSlower === undefined ? [] : slower;
  for (const row of failing) say(`Slower: ${rowText(row)}.`);
  return lost.length + failing.length > 0 ? EXIT_FAILURE : 0;
}
