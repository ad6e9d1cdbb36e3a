import { median } from 'simple-statistics';
import { formatPercent, THIN } from '../figures/format.ts';
import type { ClientLoad, Environment, SessionRecord } from '../harness/record/index.ts';
import type { QuotedContext } from './ratios.ts';
import { outsideText } from './outside.ts';
import { settingNames } from './words.ts';

/** One thing to know of where a run ran. */
export interface Fact {
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

/** Why this run and the quoted figures cannot be compared as if only the systems differed. */
export function settingNote({ setting }: Environment, quoted?: QuotedContext): string | undefined {
  if (quoted === undefined || setting === quoted.setting) return undefined;
  return `The quoted figures come from ${settingNames[quoted.setting]}, with ${quoted.runtime} as the client; yours from ${settingNames[setting]}, with a browser. The setting alone can change such a ratio by a factor of two, so the distance between the two is not one between systems.`;
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
