/** The flags of `measure`, and what they ask of a run. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isOutside, type Length, type Study, workloadOf } from '../../core/plan/index.ts';
import { CONTROL, OUTSIDE_ID } from '../../core/record/index.ts';
import { MARGIN } from '../../core/statistics/index.ts';
import { study as grpcStudy, withServers } from '../../libraries/studies/grpc-go-vs-lisp/study.ts';
import { studies } from '../../libraries/studies/index.ts';
import { withOutside as withOutsideArms } from '../../libraries/studies/kkrpc-transports/study.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import { withOutsideLibraries } from '../../libraries/systems/arms.ts';
import { missingSystems } from '../../libraries/systems/index.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import type { PeerOperations } from '../../wire/peers/operations.ts';
import {
  type Args,
  listOf,
  oneOf,
  readOrigin,
  readSeed,
  refuseFlags,
  twiceIn,
  UsageError,
  wholeNumber,
} from '../shared/args.ts';
import { type BenchPlace, readLink } from '../shared/bench.ts';
import { type GrpcTools, readGrpcTools, serverForm } from './grpc.ts';
import {
  armsOfPeers,
  type OutsideFolder,
  type OutsidePeers,
  readLibrary,
  readPeers,
} from './outside/folder.ts';
import { readRelease, readReleaseLibrary } from './outside/release.ts';

export const measureCommand = {
  usage: [
    'npm run measure -- <study> [flags]',
    'npm run measure -- [study] --system base=../base --system head=. [flags]',
  ],
  about: `Runs a study from this machine and prints what it found. Studies: ${studies.map(({ id }) => id).join(', ')}.
With two folders that have names, both are measured in alternating turns of one run of 60 s, and it says how many
times the first one’s time the second one takes. Both are checkouts of this project with their packages
installed, or both hold a library. Of two checkouts, it measures the configurations whose code differs, unless --arms names others.
Ctrl-C ends the run and keeps what is complete; a second one ends at once.`,
  positionals: true,
  flags: {
    system: {
      value: '<folder>',
      many: true,
      help: 'measure the library of a folder outside of this project too; with --origin, <folder>=<url> of what serves it; may be given several times. <name>=<folder>, twice: measure two folders against each other. capnweb@0.1.0: measure that release against the one that is installed, or two against each other',
    },
    server: {
      value: '<server>',
      many: true,
      help: `${grpcStudy.id}: measure a gRPC server that runs already too, ${serverForm}; may be given several times`,
    },
    origin: {
      value: '<url>',
      help: 'measure the bench that runs there; its setting is asked from /bench/about',
    },
    network: {
      value: '<link>',
      help: 'delay what passes, there and back, by round trip and jitter: 25ms,2ms',
    },
    browser: {
      help: 'drive the page in headless Chromium; with --origin, the page that is served there',
    },
    time: {
      value: '<seconds>',
      help: 'measure so long, 1 to 86400, instead of the usual time, opening included; waiting not counted',
    },
    workloads: {
      value: '<a,b>',
      help: 'these workloads instead of the usual ones, or all; echo-2500x8 is one of 2,500 bytes, 8 calls at once',
    },
    arms: {
      value: '<x,y>',
      help: 'these configurations instead of the usual ones, or all; the plain way, the reference and the A/A control run anyway',
    },
    seed: { value: '<number>', help: 'seed of the order, 0 to 4294967295 (a random one)' },
    'fail-if-slower': {
      value: '<percent>',
      help: 'of two named folders: exit code 1 when a configuration is decided slower and its ratio is above this, such as 5%; 3 when the run could not tell. Closer counts as equal',
    },
    list: { help: 'list the configurations and workloads of the study, and measure nothing' },
    json: { help: 'the result as one JSON document instead of the tables' },
    out: {
      value: '<file>',
      help: 'write the record, which has every sample, to a new file, or to stdout for -; the tables then go to stderr',
    },
  },
} as const;

export type MeasureArgs = Args<typeof measureCommand.flags>;

export interface MeasureOptions {
  study: AnyStudy;
  workloads: readonly string[] | undefined;
  arms: readonly string[] | undefined;
  /** Id of the arm that ratios are stated against, if a plan names another than the study’s. */
  reference?: string | undefined;
  /** Undefined for the usual time of the study. */
  length: Length | undefined;
  seed: number;
  /** A bench, or none: between processes. */
  where: BenchPlace | 'no bench';
  /** Libraries from outside; their arms are among the study’s. */
  libraries: readonly OutsideFolder[];
  /** The same of a study between processes. */
  peers: readonly OutsidePeers[];
  /** The tools of the study of gRPC servers; undefined of any other. */
  grpc: GrpcTools | undefined;
  browser: boolean;
}

type Values = MeasureArgs['values'];

export async function readCommand(
  { values, positionals }: MeasureArgs,
  root: string,
): Promise<MeasureOptions> {
  const named = readStudy(positionals);
  const { system, server, origin, network } = values;
  refuseByStudy(named, values);
  const browser = values.browser || named.place === 'page';
  if (origin !== undefined) {
    const proxy =
      'a proxy on this machine cannot stand in front of a bench whose TLS names another';
    refuseFlags(values, ['network'], `with --origin, expected none: ${proxy}`);
    const page = 'expected one of the two: a page that is served elsewhere has no such client';
    refuseFlags(values, browser ? ['system'] : [], `with --browser and --origin, ${page}`);
  }
  const link = network === undefined ? undefined : readLink(network);
  const budgetMs = readTime(values);
  const seed = readSeed(values.seed);
  const ofBench = named.place !== 'processes';
  const isGrpc = named.id === grpcStudy.id;
  const libraries: OutsideFolder[] = [];
  const peers: OutsidePeers[] = [];
  for (const given of system) {
    const release = ofBench ? readRelease(given) : undefined;
    if (release) {
      const where = 'a release is measured in Node, on this machine: expected neither of the two';
      refuseFlags(values, ['browser', 'origin'], `with ${given}, ${where}`);
      libraries.push(await readReleaseLibrary(release, root));
    } else if (ofBench) libraries.push(await readLibrary(given, root, origin !== undefined));
    else peers.push(await readPeers(given, root));
  }
  refuseOwn(named, libraries, values.workloads);
  const twice = twiceIn([...libraries, ...peers].map((each) => each.system.id));
  if (twice !== undefined) {
    throw new UsageError(`--system: got the id "${twice}" in two folders, expected it in one`);
  }
  const grpc = isGrpc ? await readGrpcTools(server) : undefined;
  const study = withOutside(named, { libraries, peers, grpc });
  return {
    study,
    length: budgetMs === undefined ? undefined : { rule: 'time', budgetMs },
    browser,
    seed,
    libraries,
    peers,
    grpc,
    workloads: readWorkloadList(study, values.workloads),
    arms: withOwnArms(readArms(study, values.arms), study),
    where: !ofBench
      ? 'no bench'
      : origin === undefined
        ? { setting: 'workerd', network: link }
        : { origin: readOrigin('--origin', origin) },
  };
}

/** Flags that ask for what only some studies have: libraries from outside, a bench, a page. */
const PARTIAL = ['system', 'server', 'origin', 'network', 'browser'] as const;
const PLACES = {
  processes: ['system'],
  page: ['browser'],
  bench: ['system', 'origin', 'network', 'browser'],
};

function refuseByStudy({ id, place }: AnyStudy, values: Values): void {
  const has: readonly string[] = id === grpcStudy.id ? ['server'] : PLACES[place ?? 'bench'];
  const others = PARTIAL.filter((flag) => !has.includes(flag));
  const known = has.map((flag) => `--${flag}`).join(', ');
  refuseFlags(values, others, `with ${id}, expected none: of such flags it takes ${known}`);
  refuseFlags(values, ['fail-if-slower'], 'with one folder or none, expected it with two');
}

/** The study with what was brought from outside; what it offers is its own business. */
function withOutside(
  study: AnyStudy,
  { libraries, peers, grpc }: Pick<MeasureOptions, 'libraries' | 'peers' | 'grpc'>,
): AnyStudy {
  if (grpc !== undefined) return withServers(grpc.servers) as unknown as AnyStudy;
  if (peers.length === 0) return withOutsideLibraries(study, libraries);
  const between = study as unknown as Study<PeerOperations>;
  return withOutsideArms(between, peers.flatMap(armsOfPeers)) as unknown as AnyStudy;
}

export function readStudy([id, ...rest]: readonly string[]): AnyStudy {
  const known = studies.map((study) => study.id);
  if (id === undefined) {
    throw new UsageError(`study: got none, expected one of ${known.join(', ')}`);
  }
  const name = oneOf('study', id, known);
  if (rest.length > 0) {
    throw new UsageError(`study: got "${[id, ...rest].join(' ')}", expected one`);
  }
  return studies.find((study) => study.id === name) as AnyStudy;
}

const idsOf = (each: ReadonlyArray<{ id: string }>): string[] => each.map(({ id }) => id);

/** The arms that are named, every one for `all`; undefined for the usual ones. */
export function readArms(
  study: AnyStudy,
  arms: string | undefined,
  missing: typeof missingSystems = missingSystems,
): string[] | undefined {
  if (arms === undefined) return undefined;
  const known = [...idsOf(study.arms), CONTROL];
  const absent = missing.find(({ id }) => arms.split(',').some((arm) => arm.startsWith(`${id}/`)));
  if (absent !== undefined) {
    throw new UsageError(
      `--arms: got one of "${absent.id}", whose package ${absent.needs} is not installed, expected some of --list`,
    );
  }
  return arms === 'all' ? known : listOf('--arms', arms, known);
}

/** The plain request, on whose scale libraries over HTTP stand. */
const PLAIN_REQUEST = 'fetch-json/http';

/** Adds all arms of libraries from outside where none of them is named, those over HTTP beside a plain request. */
export function withOwnArms(
  arms: readonly string[] | undefined,
  study: AnyStudy,
): readonly string[] | undefined {
  const outside = study.arms.filter(({ id }) => isOutside(id));
  const plain = outside.some(({ accept }) => accept === 'request') ? [PLAIN_REQUEST] : [];
  if (arms === undefined && plain.length === 0) return undefined;
  const named = arms ?? idsOf(study.arms.filter(({ optional }) => !optional));
  const all = named.some(isOutside) ? [] : idsOf(outside);
  return [...new Set([...named, ...plain, ...all])];
}

/** Ids separated by commas, of workloads that the study lists or makes, or `all` that it lists. @throws UsageError */
export function readWorkloadList(study: AnyStudy, text: string | undefined): string[] | undefined {
  if (text === 'all') return idsOf(study.workloads);
  try {
    return text?.split(',').map((id) => workloadOf(study, id.trim(), '--workloads').id);
  } catch (cause) {
    throw new UsageError(messageOf(cause), { cause });
  }
}

/** Other libraries lack the operations that a folder brings. @throws UsageError naming the first that is asked for */
export function refuseOwn(
  study: AnyStudy,
  libraries: readonly OutsideFolder[],
  text: string | undefined,
): void {
  for (const id of text?.split(',').map((each) => each.trim()) ?? []) {
    const owner = libraries.find(({ workloads = [] }) => idsOf(workloads).includes(id));
    if (owner === undefined || idsOf(study.workloads).includes(id)) continue;
    const got = `"${id}", an operation that ${owner.folder} brings and the other libraries lack`;
    const expected = `two folders with names: --system base=../base --system head=${owner.folder}`;
    throw new UsageError(`--workloads: got ${got}, expected ${expected}`);
  }
}

/** How long a run is asked to be, in ms; undefined where nothing is said of it. */
const readTime = ({ time }: Values): number | undefined =>
  time === undefined ? undefined : wholeNumber('--time', time, 1, 86_400) * 1000;

/** Time for turns and warm-up unless another is asked for, in ms. */
const STANDARD_MS = 60_000;
export const STUDIES = 'src/libraries/studies/index.ts';
const STANDARD_STUDY = 'lumenize-vs-capnweb';

/** A folder by the name that `--system` gives it. */
export interface NamedFolder {
  name: string;
  folder: string;
}

export interface FoldersOptions extends Pick<MeasureOptions, 'study' | 'arms' | 'seed'> {
  kind: 'checkouts' | 'libraries';
  /** Value of `--workloads`: a folder may bring operations of its own, which are known once it is read. */
  workloads: string | undefined;
  /** The one that ratios are stated against first. */
  folders: readonly [base: NamedFolder, head: NamedFolder];
  budgetMs: number;
  /** Largest difference that counts as equal and does not fail, as a fraction; the study’s own unless given. */
  margin: number;
}

/** A folder by a name; undefined for one without a name. */
function readSystem(given: string): NamedFolder | undefined {
  const [, name = '', value = ''] = /^([^=]*)=(?!https?:)(.*)$/.exec(given) ?? [];
  if (name === '' && value === '') return undefined;
  const folder = resolve(value);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (OUTSIDE_ID.test(name) && isFolder) return { name, folder };
  const expected = 'a name in small letters, digits and hyphens, and a folder that is there';
  throw new UsageError(`--system ${given}: got "${name}" and "${value}", expected ${expected}`);
}

/** @returns undefined where `--system` names no folders */
export function readFolders({ values, positionals }: MeasureArgs): FoldersOptions | undefined {
  const { system } = values;
  const named = system.map(readSystem);
  if (named.every((each) => each === undefined)) return undefined;
  const [base, head, ...more] = named;
  if (!base || !head || more.length > 0 || base.name === head.name) {
    const expected = 'expected two folders with two names: --system base=../base --system head=.';
    throw new UsageError(`--system: got "${system.join(' ')}", ${expected}`);
  }
  const other = ['server', 'origin', 'network', 'browser'] as const;
  refuseFlags(values, other, 'with two named folders, expected none');
  const [kind, kindOfHead] = [base, head].map(({ folder }) =>
    existsSync(join(folder, STUDIES)) ? 'checkouts' : 'libraries',
  );
  if (kind === undefined || kind !== kindOfHead) {
    throw new UsageError(
      `--system: got a checkout of this project and a library of your own, expected two of a kind`,
    );
  }
  const study = readStudy(positionals.length === 0 ? [STANDARD_STUDY] : positionals);
  if (study.place !== undefined) {
    throw new UsageError(`study: got "${study.id}" with two folders, expected one of a bench`);
  }
  const why = 'with two libraries, expected none: their own configurations are measured';
  refuseFlags(values, kind === 'checkouts' ? [] : ['arms'], why);
  return {
    kind,
    folders: [base, head],
    study,
    workloads: values.workloads,
    arms: readArms(study, values.arms),
    budgetMs: readTime(values) ?? STANDARD_MS,
    seed: readSeed(values.seed),
    margin: readPercent(values['fail-if-slower']) ?? MARGIN,
  };
}

function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) : NaN;
  if (percent > 0 && percent <= 1000) return percent / 100;
  throw new UsageError(`--fail-if-slower: got "${text}", expected a percentage such as 5%`);
}
