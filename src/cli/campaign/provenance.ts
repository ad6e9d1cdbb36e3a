/** The machine and the measured tree of a launch, and all that launches of one result may not differ in. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { arch, cpus, release, type } from 'node:os';
import { join } from 'node:path';
import { CONTROL, type Launch, type SessionRecord } from '../../core/record/index.ts';
import { filesIn } from '../shared/checkout.ts';
import { launchFolder, launchNumbers, type Provenance, readLaunch } from './launch-files.ts';
import type { CampaignPlan } from './plans.ts';

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
  const hash = createHash('sha256');
  for (const file of await filesIn(root, MEASURED)) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const digest = createHash('sha256').update(await readFile(join(root, file)));
    hash.update(`${digest.digest('hex')}  ${file}\n`);
  }
  return { tree: hash.digest('hex'), machine: machineHere() };
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
