/** The plans of a campaign: what is measured together, by content/plans.yaml. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { armOf, workloadOf } from '../../core/plan/index.ts';
import { OUTSIDE_ID, readAs } from '../../core/record/index.ts';
import { findStudy } from '../../libraries/studies/index.ts';
import { study as grpcStudy } from '../../libraries/studies/grpc-go-vs-lisp/study.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import { allSystems, runsHere } from '../../libraries/systems/index.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { installed } from '../../wire/processes/child.ts';
import { pairOf } from '../../wire/processes/names.ts';
import { twiceIn, UsageError } from '../shared/args.ts';
import { findChromium, GET_CHROMIUM } from '../shared/browser.ts';
import { readText } from '../shared/files.ts';

import { readServer } from '../measure/grpc.ts';

export const FEWEST_LAUNCHES = 12;

const places = ['same machine', '25 ms', '100 ms'] as const;
/** The link of each place, as `measure --network` takes it. */
export const networks: Readonly<Record<(typeof places)[number], string | undefined>> = {
  'same machine': undefined,
  '25 ms': '25ms,2ms',
  '100 ms': '100ms,5ms',
};

const id = z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and hyphens' });
const text = z.string().min(1);
/** A list of ids, each once, and not too many: a launch then has time for many sessions. */
const few = (what: string, most: number) =>
  z
    .array(text)
    .min(1)
    .max(most, {
      error: ({ input }) =>
        `got ${(input as unknown[]).length} ${what}, expected at most ${most}: make two plans of it`,
    })
    .refine((ids) => twiceIn(ids) === undefined, { error: `expected each of the ${what} once` });

const planSchema = z
  .strictObject({
    id,
    /** The title of its entry’s draft, in a few words. */
    title: text,
    study: text,
    /** The caller: Node, Chromium, or processes that the study starts, by its arms. */
    client: z.enum(['node', 'chromium', 'processes']),
    setting: z.enum(['workerd', 'wrangler-dev']).default('workerd'),
    place: z.enum(places).default('same machine'),
    /** The arm that ratios are stated against; it is one of the arms, and has the control beside it. */
    reference: text,
    arms: few('configurations', 8),
    workloads: few('operations', 3),
    /** Length of a launch, without what it takes to start. */
    seconds: z.int().min(1).max(600),
    launches: z.int().min(FEWEST_LAUNCHES).default(FEWEST_LAUNCHES),
    /** Folders of libraries from outside, from the root of the checkout. */
    outside: z.array(text).default([]),
    /** gRPC servers that each launch starts by a command, in the form of `measure --server`. */
    servers: z.array(z.strictObject({ server: text, command: text })).default([]),
  })
  .refine(({ arms, reference }) => arms.includes(reference), {
    path: ['reference'],
    error: 'expected one of its arms',
  });

export interface CampaignPlan extends z.infer<typeof planSchema> {
  /** Origin of the bench, if that runs elsewhere. */
  bench?: string;
}

/** The name of a plan against a bench that runs elsewhere. */
export const idAtBench = (id: string): string => `${id}-deployed`;

/** A plan against a bench that runs elsewhere. It is a plan of its own, with its own launches and result. */
export const atBench = (plan: CampaignPlan, bench: string): CampaignPlan => ({
  ...plan,
  id: idAtBench(plan.id),
  title: `${plan.title}, on Cloudflare`,
  bench,
});

/** The flags by which `npm run campaign` takes a plan alone. */
export const flagsOf = ({ id, bench }: CampaignPlan): string =>
  bench === undefined ? `--only ${id}` : `--bench ${bench} --only ${id.replace(/-deployed$/, '')}`;

/** @throws Error naming the plan, with the value got and those expected */
export async function readPlans(file: string): Promise<CampaignPlan[]> {
  const listed = readAs(z.array(z.looseObject({ id })).min(1), parse(await readText(file)), file);
  const twice = twiceIn(listed.map((each) => each.id));
  if (twice !== undefined) {
    throw new Error(`${file}: got the plan ${twice} twice, expected it once`);
  }
  return listed.map((each) => {
    const name = `${file}: plan ${each.id}`;
    const plan = readAs(planSchema, each, name);
    try {
      expectKnown(plan);
    } catch (cause) {
      throw new Error(`${name}: ${messageOf(cause)}`, { cause });
    }
    return plan;
  });
}

const clientsOf = ({ place }: AnyStudy): ReadonlyArray<CampaignPlan['client']> =>
  place === 'page' ? ['chromium'] : place === 'processes' ? ['processes'] : ['node', 'chromium'];

/** True of an arm that its folder, its server or its package brings, which may not be here. */
const isBrought = ({ outside, servers }: CampaignPlan, arm: string): boolean =>
  arm.startsWith('outside:') ? outside.length + servers.length > 0 : needsPackage(arm);

/** True of an arm whose system needs a package that is not installed. */
function needsPackage(arm: string): boolean {
  const system = allSystems.find((each) => arm.startsWith(`${each.id}/`));
  return system?.needs !== undefined && !runsHere(system.id);
}

/** @throws Error naming the first value that does not exist, and those that do */
function expectKnown(plan: CampaignPlan): void {
  const study = findStudy(plan.study);
  const { client, setting, place, servers } = plan;
  const clients = clientsOf(study);
  if (!clients.includes(client)) {
    throw new Error(`client: got "${client}", expected ${clients.join(' or ')} of ${study.id}`);
  }
  for (const arm of plan.arms) if (!isBrought(plan, arm)) armOf(study, arm);
  for (const workload of plan.workloads) workloadOf(study, workload);
  if (study.place !== undefined && place !== 'same machine') {
    throw new Error(`place: got "${place}", expected same machine: ${study.id} has no bench`);
  }
  if (setting !== 'workerd' && (client !== 'node' || study.place !== undefined)) {
    throw new Error(`setting: got "${setting}" with ${client}, expected it with node and a bench`);
  }
  if (servers.length > 0 && study.id !== grpcStudy.id) {
    throw new Error(`servers: got ${servers.length}, expected none but with ${grpcStudy.id}`);
  }
  for (const { server } of servers) readServer(server);
}

/** Why a plan cannot be measured on this machine, in a sentence; undefined if it can. */
export async function lackOf(plan: CampaignPlan, root: string): Promise<string | undefined> {
  const { client, arms, outside, servers, study, setting, place } = plan;
  if (plan.bench !== undefined) {
    const isPlain = setting === 'workerd' && place === 'same machine' && outside.length === 0;
    if (findStudy(study).place !== undefined || !isPlain) {
      return 'It is about this machine, not about a server elsewhere.';
    }
  }
  if (client === 'chromium' && (await findChromium()) === undefined) {
    return `There is no Chromium: ${GET_CHROMIUM}.`;
  }
  const folder = outside.find((each) => !existsSync(join(root, each)));
  if (folder !== undefined) return `There is no folder ${folder}.`;
  const arm = arms.find(needsPackage);
  if (arm !== undefined) return `The package of ${arm} is not installed.`;
  const runtimes = arms.flatMap((each) => {
    const { client: own, server } = pairOf(each) ?? {};
    return own === undefined || server === undefined ? [] : [own, server];
  });
  const missing = runtimes.find((runtime) => installed([runtime])[runtime] === undefined);
  if (missing !== undefined) return `There is no ${missing}.`;
  const programs = servers.map(
    ({ command }) => command.split(' ').find((word) => !word.includes('=')) ?? '',
  );
  const program = [...(study === grpcStudy.id ? ['go'] : []), ...programs].find(
    (each) => !isProgram(each, root),
  );
  return program === undefined ? undefined : `There is no program ${program}.`;
}

/** True of a program on the PATH, or of a path from the root. */
function isProgram(name: string, root: string): boolean {
  if (name.includes('/')) return existsSync(join(root, name));
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, name)));
}

/** The plans that are named, all of them unless any is. @throws UsageError naming those there are */
export function pickPlans(
  plans: readonly CampaignPlan[],
  only: string | undefined,
): readonly CampaignPlan[] {
  if (only === undefined) return plans;
  const names = only.split(',').map((name) => name.trim());
  const stranger = names.find((name) => !plans.some((plan) => plan.id === name));
  if (stranger === undefined) return plans.filter((plan) => names.includes(plan.id));
  const known = plans.map((plan) => plan.id).join(', ');
  throw new UsageError(`--only: got "${stranger}", expected one of ${known}`);
}
