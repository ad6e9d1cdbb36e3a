/** Where a run ran and how it is repeated, in words; and what tells the runs of one entry apart. */
import { CONTROL, type Outside, type QuotedSetting } from '../harness/record/index.ts';
import { distanceName } from '../results/names.ts';
import { type MeasuredResult, placeOf, type Result } from '../results/result.ts';

const settings: Readonly<Record<QuotedSetting, string>> = {
  workerd: 'workerd on one machine',
  'wrangler-dev': 'wrangler dev, the development server',
  deployed: 'a deployed Worker',
  preview: 'a preview deployment',
  processes: 'processes on one machine',
  page: 'workers and frames of a page',
  local: 'a local machine',
};

/** A setting in words: `workerd on one machine`. */
export function settingName(setting: QuotedSetting): string {
  return settings[setting];
}

/** A short form of it: `wrangler dev`. */
function shortName(setting: QuotedSetting): string {
  return setting === 'local' ? 'local machine' : setting.replace('-', ' ');
}

/** Setting, client and distance; each empty where a record does not name it. */
function partsOf({ environment }: Pick<Result, 'environment'>): string[] {
  const { setting, runtime } = environment;
  const isNear = setting === 'processes' || setting === 'page' || setting === 'local';
  return [
    shortName(setting),
    runtime === undefined ? '' : `from ${runtime}`,
    isNear ? '' : distanceName(placeOf({ environment })),
  ];
}

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(', ');

/** `workerd, from Node 24.21.0, 25 ms round trip` */
export function resultName(result: Pick<Result, 'environment'>): string {
  return joined(partsOf(result));
}

/** By its id the name of each result, with its number where another has the same name. */
export function resultNames(results: readonly Result[]): Map<string, string> {
  return numbered(results, results.map(partsOf));
}

/** The same without the parts that all of them share: `25 ms round trip`. */
export function shortNames(results: readonly Result[]): Map<string, string> {
  const parts = results.map(partsOf);
  const isShared = (at: number): boolean => new Set(parts.map((own) => own[at])).size < 2;
  return numbered(
    results,
    parts.map((own) => own.map((part, at) => (isShared(at) ? '' : part))),
  );
}

function numbered(results: readonly Result[], parts: ReadonlyArray<readonly string[]>) {
  const names = parts.map(joined);
  return new Map(
    results.map(({ id = '' }, at) => {
      const name = names[at] ?? '';
      const alike = names.filter((each) => each === name).length;
      const number = names.slice(0, at + 1).filter((each) => each === name).length;
      return [id, alike > 1 ? joined([name, `record ${number}`]) : name];
    }),
  );
}

const served: Readonly<Record<Outside['served'], string>> = {
  beside: 'served beside the others',
  bench: 'served by the bench itself',
  elsewhere: 'served by a deployment',
};

/** `Pairs: pairs 1.0.0; served beside the others; SHA-256 of its files db8d…` */
export function outsideText(outside: Outside): string {
  const { label, versions, served: by, origin, digest, changed } = outside;
  const libraries = Object.entries(versions).map((pair) => pair.join(' '));
  const address = origin === undefined ? '' : ` at ${origin}`;
  const parts = [
    libraries.length === 0 ? 'no versions given' : libraries.join(', '),
    digest === undefined ? `called by its address, ${origin}` : `${served[by]}${address}`,
    ...(digest === undefined ? [] : [`SHA-256 of its files ${digest}`]),
    ...(changed ? ['its files changed while it was measured'] : []),
  ];
  return `${label}: ${parts.join('; ')}`;
}

/** Options of `--server` that ask for an arm of a server that is called by its address. */
const serverOptions: Readonly<Record<string, string>> = {
  redialled: 'redial=<bytes>',
  'one-connection': 'one-connection',
};

/** The command that takes a run of the same plan, with a place for each folder from outside. */
export function commandOf({ study, seed, plan, environment }: MeasuredResult): string {
  const { setting, origin, network, userAgent, outside = [] } = environment;
  const isDeployed = setting === 'deployed' || setting === 'preview';
  const length =
    plan.rule === 'until-decided'
      ? []
      : plan.rule === 'fixed'
        ? [`--rounds ${plan.rounds}`]
        : [`--time ${(plan.budgetMs ?? 0) / 1000}`];
  return [
    `npm run measure -- ${study}`,
    `--workloads ${plan.workloads.join(',')}`,
    `--arms ${plan.arms.filter((arm) => arm !== CONTROL).join(',')}`,
    ...length,
    `--seed ${seed}`,
    ...(setting === 'wrangler-dev' ? ['--setting wrangler-dev'] : []),
    ...(isDeployed ? [`--origin ${origin}`] : []),
    ...(network === undefined ? [] : [`--network ${network.roundTripMs}ms,${network.jitterMs}ms`]),
    ...(userAgent === undefined ? [] : ['--browser']),
    ...outside.map(({ id, origin: at = '', digest, arms }) =>
      digest === undefined
        ? `--server ${[`${id}=${at}`, ...arms.flatMap(({ name }) => serverOptions[name] ?? [])].join(',')}`
        : `--system <folder of ${id}>${at === '' ? '' : `=${at}`}`,
    ),
  ].join(' ');
}
