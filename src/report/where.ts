/** Where, when and with what a run ran, contestants from outside included, and how to repeat it. */
import { median } from 'simple-statistics';
import { formatPercent, THIN } from '../numbers/format.ts';
import { type ArmOutline, isOutside } from '../harness/plan/index.ts';
import {
  type ClientLoad,
  CONTROL,
  type Environment,
  type MeasuredRecord,
  type Outside,
  type SessionRecord,
} from '../harness/record/index.ts';
import type { AboutBench } from '../harness/run/index.ts';
import { settingNames } from './words.ts';

const servedBy: Readonly<Record<Outside['served'], string>> = {
  beside: 'served beside the others',
  bench: 'served by the bench itself',
  elsewhere: 'served by a deployment',
};

/** `Pairs: pairs 1.0.0; served beside the bench; SHA-256 of its files db8d…` */
export function outsideText({ label, versions, served, origin, digest, changed }: Outside): string {
  const libraries = Object.entries(versions).map((pair) => pair.join(' '));
  const parts = [
    libraries.length === 0 ? 'no versions told' : libraries.join(', '),
    whereText({ served, origin, digest }),
    ...(digest === undefined ? [] : [`SHA-256 of its files ${digest}`]),
    ...(changed ? ['its files changed while it was measured'] : []),
  ];
  return `${label}: ${parts.join('; ')}`;
}

function whereText({ served, origin, digest }: Pick<Outside, 'served' | 'origin' | 'digest'>) {
  if (digest === undefined) return `called by its address, ${origin}`;
  return origin === undefined ? servedBy[served] : `${servedBy[served]} at ${origin}`;
}

/** What of `--server` asks for an arm of a server that is called by its address. */
const askedBy: Readonly<Record<string, string>> = {
  redialled: 'redial=<bytes>',
  'one-connection': 'one-connection',
};

/** The command that takes a run of the same plan, with a place for each folder from outside. */
export function commandOf({ study, seed, plan, environment }: MeasuredRecord): string {
  const { setting, origin, network, userAgent, outside = [] } = environment;
  const deployed = setting === 'deployed' || setting === 'preview';
  const length =
    plan.rule === 'until-decided'
      ? []
      : plan.rule === 'fixed'
        ? [`--rounds ${plan.rounds}`]
        : [`--time ${('budgetMs' in plan ? (plan.budgetMs ?? 0) : 0) / 1000}`];
  return [
    `npm run measure -- ${study}`,
    `--workloads ${plan.workloads.join(',')}`,
    `--arms ${plan.arms.filter((arm) => arm !== CONTROL).join(',')}`,
    ...length,
    `--seed ${seed}`,
    ...(setting === 'wrangler-dev' ? ['--setting wrangler-dev'] : []),
    ...(deployed ? [`--origin ${origin}`] : []),
    ...(network === undefined ? [] : [`--network ${network.roundTripMs}ms,${network.jitterMs}ms`]),
    ...(userAgent === undefined ? [] : ['--browser']),
    ...outside.map(({ id, origin: at = '', digest, arms }) =>
      digest === undefined
        ? `--server ${[`${id}=${at}`, ...arms.flatMap(({ name }) => askedBy[name] ?? [])].join(',')}`
        : `--system <folder of ${id}>${at === '' ? '' : `=${at}`}`,
    ),
  ].join(' ');
}

/** Why a run from here leaves arms out; undefined where it has all of them. */
export function notHere(arms: readonly string[], nameOf: (id: string) => string) {
  const missing = arms.filter(isOutside).map((id) => `“${nameOf(id)}”`);
  if (missing.length === 0) return undefined;
  const names = new Intl.ListFormat('en').format(missing);
  return `Not on this bench: ${names}, measured from a folder outside of this project.`;
}

/** One thing to know of where a run ran. */
interface Fact {
  term: string;
  value: string;
}

/** Where, when and with what a run ran. */
export function facts(
  { environment, startedAt, seed, sessions, plan }: SessionRecord,
  isolated?: boolean,
) {
  const { setting, origin, network, runtime, platform, cpuCount, cpu, thread, clockStepUs, colo } =
    environment;
  const { generator, pinned } = environment;
  const libraries = Object.entries(environment.versions).map((pair) => pair.join(' '));
  const arms = sessions.flatMap((session) => session.arms);
  const extensions = new Set(arms.flatMap(({ extensions: names }) => names ?? []));
  const machine = [platform, cpuCount === undefined ? undefined : `${cpuCount} processors`];
  const bench = setting !== 'processes' && setting !== 'page';
  const list: Array<[term: string, value: string | undefined]> = [
    [bench ? 'Server' : 'Other ends', [settingNames[setting], origin].filter(Boolean).join(', ')],
    ['Network', networkText(network)],
    ['Data centre', colo],
    ['Client', [runtime, ...machine].filter((each) => each !== undefined).join(', ')],
    ['Load generator', generator && generatorNames[generator]],
    ['Processor', cpu],
    ['Bound to processors', pinned && pinnedText(pinned)],
    ['How busy', loadText(sessions)],
    ['Timed', timedText(plan)],
    ['Thread', thread && threads[thread]],
    [
      'Step of the clock',
      clockStepUs < 1000 ? `${clockStepUs}${THIN}µs` : `${clockStepUs / 1000}${THIN}ms`,
    ],
    ['Cross-origin isolated', isolatedText(isolated)],
    ['Socket extensions', bench ? extensionsText(extensions) : undefined],
    ['Started', startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')],
    // A page of a static copy knows no commit, and nothing that it calls is built from another.
    [bench ? 'Commit of the Workers' : 'Commit', commitText(environment, bench)],
    ['Libraries', libraries.join(', ') || undefined],
    ['From outside', environment.outside?.map(outsideText).join('. ')],
    ['Seed of the order', String(seed)],
  ];
  return list.flatMap(([term, value]): Fact[] => (value === undefined ? [] : [{ term, value }]));
}

/** Since when operations are timed, where that is not since the call. */
function timedText({ loads = {}, workloads }: SessionRecord['plan']): string | undefined {
  const marked = workloads.filter((id) => loads[id]?.fromMarker);
  if (marked.length === 0) return undefined;
  const which = marked.length === workloads.length ? '' : `${marked.join(', ')}: `;
  return `${which}from the server’s first frame of an operation, so without the way of the question`;
}

/** How busy the client was, by the medians over sessions. */
function loadText(sessions: SessionRecord['sessions']): string | undefined {
  const middle = (of: (load: ClientLoad) => number | undefined): number | undefined => {
    const values = sessions.flatMap(({ load }) => (load === undefined ? [] : (of(load) ?? [])));
    return values.length === 0 ? undefined : median(values);
  };
  const [idle, system] = [middle((load) => load.idle), middle((load) => load.system)];
  const parts = [
    ...(idle === undefined ? [] : [`client idle ${formatPercent(idle)} of the time`]),
    ...(system === undefined ? [] : [`${formatPercent(system)} of all processors in use`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

const threads = {
  worker: 'a worker of its own',
  page: 'the page’s own, which also draws',
} satisfies Record<NonNullable<Environment['thread']>, string>;

function networkText(network: Environment['network']): string | undefined {
  if (network === undefined) return undefined;
  const { roundTripMs, jitterMs } = network;
  const jitter = jitterMs === 0 ? 'no jitter' : `jitter of ${jitterMs}${THIN}ms on average`;
  return `a delaying proxy, ${roundTripMs}${THIN}ms there and back, ${jitter}`;
}

const generatorNames = {
  'http2-frames': 'one in Go on frames of HTTP/2, in a process of its own',
  'grpc-go': 'one on grpc-go, in a process of its own',
  'grpc-js': 'one on grpc-js, in a process of its own',
} satisfies Record<NonNullable<Environment['generator']>, string>;

function pinnedText({ client, servers }: NonNullable<Environment['pinned']>): string {
  return `load generator to ${client.join(', ')}, servers started for the run to ${servers.join(', ')}`;
}

function isolatedText(isolated: boolean | undefined): string | undefined {
  if (isolated === undefined) return undefined;
  return isolated ? 'yes, so the clock is as fine as it gets' : 'no';
}

function extensionsText(extensions: ReadonlySet<string>): string | undefined {
  return [...extensions].map((name) => name || 'none').join('; ') || undefined;
}

function commitText({ commit, dirty }: Environment, served: boolean): string | undefined {
  if (commit === undefined) return served ? 'unknown' : undefined;
  return `${commit.slice(0, 10)}${dirty === true ? ', with changes that were not committed' : ''}`;
}

/** @param arms those of the study, to say which of their systems the bench lacks */
export function aboutText(
  origin: string,
  { setting, commit, dirty, colo, systems }: AboutBench,
  { arms, servedAs }: { arms: ReadonlyArray<Pick<ArmOutline, 'system'>>; servedAs?: string },
): string {
  const held = new Set(systems.map(({ id }) => id));
  const asked = servedAs === undefined ? arms.map(({ system }) => system) : [servedAs];
  const lacking = new Set(asked.filter((id) => !held.has(id)));
  const changed = dirty ? ' with changes that were not committed' : '';
  const built = commit === null ? '' : `, built from commit ${commit.slice(0, 10)}${changed}`;
  const where = colo === null ? '' : `, in the data centre ${colo}`;
  const list = new Intl.ListFormat('en').format(lacking);
  return [
    `${origin} is a bench: ${settingNames[setting]}${built}${where}.`,
    lacking.size === 0
      ? 'It has every system of this study.'
      : `It lacks ${list}: the arms of that will not connect.`,
  ].join(' ');
}
