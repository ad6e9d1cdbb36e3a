import { randomInt } from 'node:crypto';
import { messageOf } from '../../bench-client/failure.ts';
import { bareOrigin } from '../../bench-client/about.ts';
import { isOutside, type Length, type Study, workloadOf } from '../../harness/plan/index.ts';
import { withContestants } from '../../systems/arms.ts';
import { CONTROL } from '../../harness/record/index.ts';
import type { PeerOperations } from '../../places/peers/operations.ts';
import { studies } from '../../studies/index.ts';
import { study as grpcStudy, withServers } from '../../studies/grpc-go-vs-lisp/study.ts';
import { withOutside as withOutsideArms } from '../../studies/kkrpc-transports/study.ts';
import type { AnyStudy } from '../../studies/any-study.ts';
import { type Args, listOf, oneOf, refuseFlags, UsageError, wholeNumber } from '../shared/args.ts';
import { type BenchPlace, linkNames, localSettings, readLink } from '../shared/open-bench.ts';
import { type GrpcTools, serverForm } from './grpc.ts';
import { armsOfPeers, type OutsideFolder, type OutsidePeers } from './outside/contestant.ts';
import { type OutsideWindows, throughPage } from './outside/kinds.ts';

export const measureCommand = {
  usage: [
    'npm run measure -- <study> [flags]',
    'npm run measure -- [study] --system base=../base --system head=. [flags]',
  ],
  about: `Runs a study from this machine and prints what it found. The record of the run has the form
that the page gives to its own. Studies: ${studies.map(({ id }) => id).join(', ')}.
With two folders that have names, both are measured in alternating turns of one run, and it says how many times
the first one’s time the second one takes. Both are checkouts of this project with their packages installed, or
both hold a library. Of two checkouts, the configurations are measured whose client, server, shared code or
package versions differ: in the study that is named, or in each study of the bench and of processes. The run takes 60 s
for each study, or what --time or --rounds says; where none differs, nothing is measured.
Ctrl-C ends the run and keeps what is complete; a second one ends at once.`,
  positionals: true,
  flags: {
    workloads: {
      value: '<a,b>',
      help: 'these workloads instead of the usual ones, or all; echo-2500x8 is one of 2,500 bytes, 8 calls at once',
    },
    arms: {
      value: '<x,y>',
      help: 'these configurations instead of the usual ones, or all; the plain way, the reference and the A/A control run anyway',
    },
    time: {
      value: '<seconds>',
      help: 'measure so long, 1 to 86400, instead of until decided, opening included; waiting not counted',
    },
    rounds: { value: '<number>', help: 'so many rounds of every workload, 1 to 100000, instead' },
    seed: { value: '<number>', help: 'seed of the order, 0 to 4294967295 (a random one)' },
    setting: {
      value: '<name>',
      help: `${localSettings.join(' or ')}: where to run the Workers (workerd)`,
    },
    network: {
      value: '<link>',
      help: `delay what passes, there and back: near, ${linkNames.join(', ')}, or round trip and jitter, 25ms,2ms (near)`,
    },
    origin: {
      value: '<url>',
      help: 'measure the bench that runs there; its setting is asked from /bench/about',
    },
    system: {
      value: '<folder>',
      many: true,
      help: 'measure the library of a folder outside of this project too; with --origin, <folder>=<url> of what serves it; may be given several times. <name>=<folder>, twice: measure two folders against each other',
    },
    reference: {
      value: '<name>',
      help: 'of two named folders, the one that ratios are stated against (the first)',
    },
    'fail-if-slower': {
      value: '<percent>',
      help: 'of two named folders: exit code 1 when a configuration is decided slower, by more than this, such as 5%; closer counts as equal',
    },
    server: {
      value: '<server>',
      many: true,
      help: `${grpcStudy.id}: measure a gRPC server that runs already too, ${serverForm}; may be given several times`,
    },
    browser: {
      help: 'drive the page in headless Chromium; with --origin, the page that is served there',
    },
    out: {
      value: '<file>',
      help: 'write the record to a new file; - writes it to stdout and the tables to stderr',
    },
    html: {
      value: '<file>',
      help: 'write the result to a new file too, as one page that needs nothing else',
    },
    json: { help: 'the result as one JSON document instead of the tables' },
    'allow-dirty': { help: 'write a record although the work tree differs from its commit' },
    'allow-stale': { help: 'write a record although the bench runs another commit than HEAD' },
  },
} as const;

export interface MeasureOptions {
  study: AnyStudy;
  workloads: readonly string[] | undefined;
  arms: readonly string[] | undefined;
  length: Length;
  seed: number;
  /** Whether the seed was asked for, and not drawn. */
  seedGiven: boolean;
  /** A bench, or none: between processes, and from a page that is opened for the run alone. */
  where: BenchPlace | 'no bench';
  /** Contestants from outside; their arms are among the study’s. */
  contestants: readonly OutsideFolder[];
  /** The same of a study between processes. */
  peers: readonly OutsidePeers[];
  /** The same of a study of a page. */
  windows: readonly OutsideWindows[];
  /** The tools of the study of gRPC servers; undefined of any other. */
  grpc: GrpcTools | undefined;
  browser: boolean;
  /** A file, `-` for stdout, or no record. */
  out: string | undefined;
  /** A file for the result as a page, or none. */
  html: string | undefined;
  json: boolean;
  allowDirty: boolean;
  allowStale: boolean;
}

/** The contestants and servers from outside that flags name, read. */
export type Outsiders = Partial<Pick<MeasureOptions, 'contestants' | 'peers' | 'windows' | 'grpc'>>;

type Values = Args<typeof measureCommand.flags>['values'];

/**
 * @param named the study that is named
 * @param outsiders the contestants and servers that flags name, read
 * @throws UsageError naming the value got and what was expected
 */
export function readOptions(
  values: Values,
  named: AnyStudy,
  { contestants = [], peers = [], windows = [], grpc }: Outsiders = {},
): MeasureOptions {
  const study =
    grpc === undefined
      ? windows.length > 0
        ? throughPage(named, windows)
        : withPeers(withContestants(named, contestants), peers)
      : (withServers(grpc.servers) as unknown as AnyStudy);
  const { origin, setting, network = 'near', seed, out, html, json, browser } = values;
  refuseByPlace(study, values);
  const link = readLink(network);
  if (origin !== undefined) {
    const what = 'with --origin, expected none: ';
    refuseFlags(values, ['setting'], `${what}the bench there says what it is`);
    const proxy = 'a proxy on this machine cannot stand in front of a bench';
    const why = `${what}${proxy} whose TLS or pages name its own address`;
    refuseFlags(values, link === undefined ? [] : ['network'], why);
    const page = 'one of the two: a page that is served elsewhere has no such client';
    refuseFlags(values, browser ? ['system'] : [], `with --browser and --origin, expected ${page}`);
  }
  if (setting !== undefined && setting !== 'workerd') {
    const why = `with --setting ${setting}, expected workerd: it serves all configurations alike`;
    refuseFlags(values, ['system'], why);
  }
  if (out === '-') {
    refuseFlags(values, ['json'], 'with --out -, expected only one of them on stdout');
  }
  return {
    study,
    ...withOutside(readSelection(study, values), study),
    length: readLength(values) ?? { rule: 'until-decided' },
    seed: readSeed(seed),
    seedGiven: seed !== undefined,
    where:
      study.place === 'processes' || windows.length > 0
        ? 'no bench'
        : origin === undefined
          ? { setting: oneOf('--setting', setting ?? 'workerd', localSettings), network: link }
          : { origin: readOrigin(origin) },
    ...{ contestants, peers, windows, grpc, browser, out, html, json },
    allowDirty: values['allow-dirty'],
    allowStale: values['allow-stale'],
  };
}

/** A study of processes or of a page has no bench, and nothing that stands in front of one. */
function refuseByPlace({ id, place }: AnyStudy, values: Values): void {
  if (place === 'processes') {
    const processes = 'it runs between processes of this machine, without a bench or a page';
    const why = `with ${id}, expected none: ${processes}`;
    refuseFlags(values, ['origin', 'setting', 'network', 'browser'], why);
  }
  if (place !== 'page') return;
  const outside = values.system.length > 0;
  if (!values.browser && !outside) {
    const expected = `expected it: ${id} calls workers and frames of a page`;
    throw new UsageError(`--browser: got none, ${expected}`);
  }
  const own = 'with --system, expected none: a page of its own is opened, not this site’s';
  refuseFlags(values, outside ? ['browser'] : [], own);
  const why = `with ${id}, expected none: it asks no bench, which would serve it`;
  refuseFlags(values, ['origin', 'network', 'setting'], why);
}

/** The study with contestants between processes; what it offers is its own business. */
export function withPeers(study: AnyStudy, peers: readonly OutsidePeers[]): AnyStudy {
  if (peers.length === 0) return study;
  const between = study as unknown as Study<PeerOperations>;
  return withOutsideArms(between, peers.flatMap(armsOfPeers)) as unknown as AnyStudy;
}

/** The one study that is named. */
export function readStudy([id, ...rest]: readonly string[]): AnyStudy {
  const known = studies.map((study) => study.id);
  if (id === undefined) {
    throw new UsageError(`study: got none, expected one of ${known.join(', ')}`);
  }
  const name = oneOf('study', id, known);
  if (rest.length > 0) {
    throw new UsageError(`study: got "${rest.join(' ')}" besides ${id}, expected one study`);
  }
  return studies.find((study) => study.id === name) as AnyStudy;
}

/** The workloads and arms that are named, every one for `all`; undefined for the usual ones. */
export function readSelection(
  study: AnyStudy,
  { workloads, arms }: { workloads: string | undefined; arms: string | undefined },
): Pick<MeasureOptions, 'workloads' | 'arms'> {
  const read = (
    text: string | undefined,
    known: readonly string[],
    list: (text: string) => string[],
  ) => (text === undefined ? undefined : text === 'all' ? known : list(text));
  const ids = (each: ReadonlyArray<{ id: string }>) => each.map(({ id }) => id);
  const armIds = [...ids(study.arms), CONTROL];
  return {
    workloads: read(workloads, ids(study.workloads), (text) => workloadList(study, text)),
    arms: read(arms, armIds, (text) => listOf('--arms', text, armIds)),
  };
}

/** Whoever brings a contestant and names none of its arms means all of them. */
function withOutside(
  { workloads, arms }: Pick<MeasureOptions, 'workloads' | 'arms'>,
  study: AnyStudy,
): Pick<MeasureOptions, 'workloads' | 'arms'> {
  const outside = study.arms.map(({ id }) => id).filter(isOutside);
  if (arms === undefined || arms.some(isOutside)) return { workloads, arms };
  return { workloads, arms: [...arms, ...outside] };
}

/** Ids separated by commas: of workloads that the study lists, and of those it makes. */
function workloadList(study: AnyStudy, text: string): string[] {
  try {
    return text.split(',').map((id) => workloadOf(study, id.trim(), '--workloads').id);
  } catch (cause) {
    throw new UsageError(messageOf(cause), { cause });
  }
}

export function readSeed(text: string | undefined): number {
  return text === undefined ? randomInt(2 ** 32) : wholeNumber('--seed', text, 0, 0xffffffff);
}

/** How long a run is asked to be; undefined where nothing is said of it. */
export function readLength(
  values: Pick<Values, 'rounds' | 'time'>,
): Exclude<Length, { rule: 'until-decided' }> | undefined {
  const { rounds, time } = values;
  refuseFlags(values, time === undefined ? [] : ['rounds'], 'with --time, expected one of the two');
  if (rounds !== undefined) {
    return { rule: 'fixed', rounds: wholeNumber('--rounds', rounds, 1, 100_000) };
  }
  if (time === undefined) return undefined;
  return { rule: 'time', budgetMs: wholeNumber('--time', time, 1, 86_400) * 1000 };
}

function readOrigin(text: string): string {
  const origin = bareOrigin(text);
  if (origin !== undefined) return origin;
  throw new UsageError(`--origin: got "${text}", expected an origin such as https://example.org`);
}
