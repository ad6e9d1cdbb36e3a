/**
 * The launches of a plan: a gzipped record each, written whole or not at all, and never again; and what launches of one
 * result may not differ in.
 */
import { existsSync, readdirSync } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { arch, cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTROL, type Launch, type SessionRecord, writeRecord } from '../../core/record/index.ts';
import { filesIn } from '../shared/checkout.ts';
import { digestOfFiles, readRecordFile } from '../shared/files.ts';
import type { CampaignPlan } from './plans.ts';

/** The machine and the measured tree of a launch: launches of two of either are never one result. */
export type Provenance = Pick<Launch, 'tree' | 'machine'>;

/** Folder of a plan’s launches that are taken later to check its result, below that of its own. */
const REPLICATION = 'replication';

/** Folder of a plan’s launches, below that of all records. */
export const launchFolder = (
  out: string,
  { study, id }: Pick<CampaignPlan, 'study' | 'id'>,
  isReplication = false,
): string => join(out, study, id, isReplication ? REPLICATION : '');

export function launchNumbers(folder: string): number[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => /^[1-9]\d*\.json\.gz$/.test(file))
    .map((file) => parseInt(file))
    .sort((one, other) => one - other);
}

/** @throws Error naming the file if it holds no measured record */
async function readLaunch(folder: string, number: number): Promise<SessionRecord> {
  const file = join(folder, `${number}.json.gz`);
  const record = await readRecordFile(file);
  if (record.kind === 'measured') return record;
  throw new Error(`${file}: got a ${record.kind} record, expected a measured one`);
}

export async function readLaunches(folder: string): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for (const number of launchNumbers(folder)) records.push(await readLaunch(folder, number));
  return records;
}

/** Writes a launch under the next free number, which it returns. */
export async function writeLaunch(
  folder: string,
  record: SessionRecord,
  { plan, ...provenance }: Provenance & { plan: string },
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const beside = join(folder, 'launch.part');
  for (;;) {
    const number = 1 + Math.max(0, ...launchNumbers(folder));
    const packed = gzipSync(writeRecord({ ...record, launch: { plan, number, ...provenance } }));
    // The system is named there, and the bytes are to depend on nothing but the record.
    packed[9] = 255;
    await writeFile(beside, packed, { flush: true });
    try {
      // Unlike a renamed file, a link never takes another’s place.
      await link(beside, join(folder, `${number}.json.gz`));
      return number;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    } finally {
      await rm(beside, { force: true });
    }
  }
}

/** The files and folders whose code is measured, or measures. */
const MEASURED = [
  'src/core',
  'src/wire',
  'src/libraries',
  'bench-workers',
  'bench-servers',
  'package-lock.json',
];

/** This machine, and the tree at `root` as it stands. Tests are no part of it. */
export async function provenanceOf(root: string): Promise<Provenance> {
  const files = await filesIn(root, MEASURED);
  const measured = files.filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  return { tree: await digestOfFiles(root, measured), machine: machineHere() };
}

function machineHere(): Launch['machine'] {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() || 'unknown',
    cores: cpus().length,
    kernel: `${type()} ${release()} ${arch()}`,
  };
}

const machineText = ({ cpu, cores, kernel }: Launch['machine']): string =>
  `${cpu}, ${cores} processors, ${kernel}`;

type Fields = Readonly<Record<string, unknown>>;

/** The first field that differs: `machine: got "A", expected "B"`. Undefined if none does. */
export function firstGap(got: Fields, expected: Fields): string | undefined {
  const textOf = (value: unknown) => JSON.stringify(value) ?? 'none';
  const name = Object.keys(expected).find((key) => textOf(got[key]) !== textOf(expected[key]));
  if (name === undefined) return undefined;
  return `${name}: got ${textOf(got[name])}, expected ${textOf(expected[name])}`;
}

export const provenanceFields = ({ tree, machine }: Provenance) => ({
  machine: machineText(machine),
  tree: tree.slice(0, 12),
});

/** How a launch’s bench differs from that of the first in its folder, as {@link firstGap} says it. */
export async function benchGap(folder: string, found: SessionRecord): Promise<string | undefined> {
  const [number] = launchNumbers(folder);
  if (number === undefined) return undefined;
  const fieldsOf = ({ environment: { setting, colo, commit } }: SessionRecord): Fields => ({
    setting,
    'data centre': colo,
    commit,
  });
  return firstGap(fieldsOf(found), fieldsOf(await readLaunch(folder, number)));
}

export function askedOf({ plan }: SessionRecord): Fields {
  const { arms, workloads, reference, budgetMs = 0, cannot = [] } = plan;
  // An operation that no configuration can do is left out of a record’s plan.
  const all = new Set([...workloads, ...cannot.map(({ workload }) => workload)]);
  return {
    arms: arms.filter((arm) => arm !== CONTROL).toSorted(),
    workloads: [...all].toSorted(),
    reference,
    seconds: budgetMs / 1000,
  };
}

/**
 * Launches of one plan share a machine and a tree, those of its replication too, which may be others than the
 * published launches had.
 *
 * @throws Error naming each plan that was begun on another machine or tree, or that asks for something else now
 */
export async function expectSameProvenance(sitting: {
  plans: readonly CampaignPlan[];
  out: string;
  isReplication?: boolean;
  provenance: Provenance;
}): Promise<void> {
  const { plans, out, isReplication = false } = sitting;
  const wrong: string[] = [];
  for (const plan of plans) {
    const { arms, workloads, reference, seconds } = plan;
    const asked = { arms: arms.toSorted(), workloads: workloads.toSorted(), reference, seconds };
    const got = { ...asked, ...provenanceFields(sitting.provenance) };
    for (const isOwn of isReplication ? [false, true] : [true]) {
      const folder = launchFolder(out, plan, isReplication && isOwn);
      const [number] = launchNumbers(folder);
      if (number === undefined) continue;
      const first = await readLaunch(folder, number);
      const begun = isOwn && first.launch ? provenanceFields(first.launch) : {};
      const gap = firstGap(got, { ...askedOf(first), ...begun });
      if (gap === undefined) continue;
      const { commit = 'unknown' } = first.environment;
      const at = `${join(folder, `${number}.json.gz`)} of commit ${commit.slice(0, 12)}`;
      wrong.push(`${plan.id}: ${gap} as in ${at}`);
    }
  }
  if (wrong.length === 0) return;
  const advice = 'Go on where the plan began, name other plans with --only, or begin it anew';
  throw new Error(`${wrong.join('\n')}\n${advice}: move its folder away.`);
}
