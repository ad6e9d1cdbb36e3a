/** `npm run campaign`: takes the launches of plans in turn, and publishes their results. */
import { resolve } from 'node:path';
import { formatDuration } from '../../results/numbers/format.ts';
import { askAbout } from '../../wire/bench-client/about.ts';
import { column, tableOf } from '../../results/tables/table.ts';
import { toText } from '../../results/tables/text.ts';
import {
  type Args,
  EXIT_FAILURE,
  readOrigin,
  readSeed,
  refuseFlags,
  runCommand,
  say,
  UsageError,
  wholeNumber,
} from '../shared/args.ts';
import { readBuildInfo, RECORDS } from '../shared/checkout.ts';
import { bypassLoopback } from '../shared/network/environment-proxy.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import { launchFolder, launchNumbers, provenanceOf } from './launches.ts';
import {
  atBench,
  type CampaignPlan,
  FEWEST_LAUNCHES,
  idAtBench,
  lackOf,
  pickPlans,
  readPlans,
} from './plans.ts';
import { publishPlan } from './publish.ts';
import { publishedOf, readCompared, REPLICATED, writeReplication } from './replication.ts';
import { runSitting } from './sitting.ts';

const PLANS = 'content/plans.yaml';

const command = {
  usage: [
    'npm run campaign -- [flags]',
    'npm run campaign -- --bench <origin> [flags]',
    'npm run campaign -- --publish [--only <plan,…>]',
    'npm run campaign -- --replicate [--only <plan,…>]',
  ],
  about: `Takes the launches that plans still lack, one at a time and the plans in turn, each with client and bench in
new processes. End it when you like: it goes on where it was. Each launch is a record in ${RECORDS}/<study>/<plan>/.
A plan that cannot be measured on this machine is skipped, and it says why.`,
  flags: {
    only: { value: '<plan,…>', help: 'these plans instead of all' },
    launches: { value: '<number>', help: 'launches of each plan, instead of what it asks for' },
    list: { help: 'list the plans with their launches done and planned, and measure nothing' },
    publish: {
      help: `write the result of each plan and the draft of its entry; takes ${FEWEST_LAUNCHES} launches or more`,
    },
    replicate: {
      help: `take ${REPLICATED} launches more of each plan, and count how many of their ratios lie where the published result expects those of the next launch`,
    },
    bench: {
      value: '<origin>',
      help: 'take the plans against the benchmark server that runs there, each with launches of its own: https://example.org',
    },
    busy: { help: 'measure while other programs keep the machine busy, instead of waiting' },
    'allow-dirty': { help: 'measure code that is not committed; such a plan cannot be published' },
    seed: { value: '<number>', help: 'seed of the order, 0 to 4294967295 (a random one)' },
    plans: { value: '<file>', help: `plans of another file than ${PLANS}` },
    out: { value: '<folder>', help: `records of another folder than ${RECORDS}` },
    json: { help: 'one JSON document at the end instead of text' },
  },
} as const;

type Values = Args<typeof command.flags>['values'];

/** A plan with what stands in its folder. */
interface ListedPlan extends Pick<CampaignPlan, 'id' | 'study' | 'title' | 'seconds'> {
  done: number;
  planned: number;
  /** Why it cannot be measured here. */
  skipped?: string | undefined;
}

/** @throws Error if nothing answers there, or a server that was not deployed: its plans would be named for Cloudflare */
async function expectDeployed(bench: string): Promise<void> {
  const { setting } = await askAbout(bench);
  if (setting === 'deployed') return;
  throw new UsageError(
    `--bench ${bench}: got a server with the setting "${setting}", expected "deployed"`,
  );
}

async function campaign(values: Values, root: string): Promise<number> {
  const { list, publish, replicate, json } = values;
  if (publish)
    refuseFlags(values, ['list', 'replicate', 'launches'], 'with --publish, expected none');
  const out = resolve(root, values.out ?? RECORDS);
  const bench = values.bench === undefined ? undefined : readOrigin('--bench', values.bench);
  const all = await readPlans(values.plans ?? PLANS);
  const picked = pickPlans(all, values.only);
  const plans = bench === undefined ? picked : picked.map((plan) => atBench(plan, bench));
  const asked = values.launches ?? (replicate ? String(REPLICATED) : undefined);
  const launches = asked === undefined ? undefined : wholeNumber('--launches', asked, 1, 1000);
  const lacks = new Map<CampaignPlan, string | undefined>();
  for (const plan of plans) lacks.set(plan, await lackOf(plan, root));
  const listed = () =>
    plans.map((plan) => {
      const { id, study, title, seconds } = plan;
      const done = launchNumbers(launchFolder(out, plan, replicate)).length;
      const planned = launches ?? plan.launches;
      return { id, study, title, seconds, done, planned, skipped: lacks.get(plan) };
    });
  const printDocument = (document: object) => {
    if (json) console.log(JSON.stringify(document, undefined, 2));
  };
  if (list) {
    if (json) printDocument({ plans: listed() });
    else console.log(listText(listed()));
    return 0;
  }
  if (publish) {
    const isBegun = (plan: CampaignPlan) => launchNumbers(launchFolder(out, plan)).length > 0;
    const chosen = values.only === undefined ? plans.filter(isBegun) : plans;
    return publishAll(chosen, { root, out }, printDocument);
  }
  for (const [{ id }, lack] of lacks) if (lack !== undefined) say(`${id}: skipped. ${lack}`);
  const measured = plans.filter((plan) => lacks.get(plan) === undefined);
  // Nothing is measured that could not be compared afterwards.
  if (replicate) {
    for (const plan of measured) publishedOf(plan, root);
    await readCompared(root);
  }
  await expectCommitted(root, values['allow-dirty']);
  const seed = readSeed(values.seed);
  say(`Seed: ${seed}. Ctrl-C ends this sitting; the launch that is under way is then not kept.`);
  bypassLoopback();
  if (bench !== undefined) await expectDeployed(bench);
  using interrupt = catchInterrupt(() =>
    say('Stopping: the launches that are complete are kept …'),
  );
  const { signal } = interrupt;
  const found = await runSitting({
    plans: measured,
    root,
    out,
    seed,
    launches,
    isReplication: replicate,
    goesOnBusy: values.busy,
    look: () => provenanceOf(root),
    signal,
  });
  const order = all.flatMap(({ id }) => [id, idAtBench(id)]);
  const written = replicate ? await writeReplication(measured, order, { root, out }) : undefined;
  printDocument({ seed, ...found, plans: listed(), replication: written?.replication });
  if (written !== undefined && !json) console.log(written.file);
  if (signal.aborted) return EXIT_INTERRUPTED;
  return found.failed.length > 0 ? EXIT_FAILURE : 0;
}

/** @throws UsageError if code would be measured that is in no commit */
async function expectCommitted(root: string, isAllowed: boolean): Promise<void> {
  const { commit, dirty } = await readBuildInfo(root);
  if (isAllowed || (commit !== '' && !dirty)) return;
  const got = commit === '' ? 'no commit' : 'changes that are not committed';
  throw new UsageError(
    `${root}: got ${got}, expected a commit of all, or --allow-dirty for a trial`,
  );
}

async function publishAll(
  plans: readonly CampaignPlan[],
  where: { root: string; out: string },
  printDocument: (document: object) => void,
): Promise<number> {
  const published = [];
  for (const plan of plans) {
    const found = await publishPlan(plan, where);
    published.push(found);
    for (const file of found.written) say(`${plan.id}: wrote ${file}`);
    for (const why of found.refused) say(`${plan.id}: not published: ${why}.`);
  }
  printDocument({ published });
  return published.some(({ refused }) => refused.length > 0) ? EXIT_FAILURE : 0;
}

function listText(plans: readonly ListedPlan[]): string {
  const leftS = plans.reduce(
    (sum, { done, planned, seconds, skipped }) =>
      sum + (skipped === undefined ? Math.max(0, planned - done) * seconds : 0),
    0,
  );
  return toText(
    tableOf(plans, {
      caption: `Plans: ${formatDuration(leftS * 1000)} of measuring left`,
      columns: [
        column('text', 'Plan', ({ id }) => id),
        column('text', 'Study', ({ study }) => study),
        column('number', 'Launches', ({ done, planned }) => `${done} of ${planned}`),
        column('number', 'Seconds', ({ seconds }) => String(seconds)),
        column('text', 'Skipped', ({ skipped = '' }) => skipped),
      ],
    }),
  );
}

export const run = (
  argv: readonly string[] = process.argv.slice(2),
  root = process.cwd(),
): Promise<void> => runCommand(command, ({ values }) => campaign(values, root), argv);

if (import.meta.main) {
  await run();
  process.exit();
}
