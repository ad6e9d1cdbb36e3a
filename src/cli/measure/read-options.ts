/** Reads what the flags of `measure` ask of the run of one study. */
import { messageOf } from '../../wire/bench-client/failure.ts';
import { isOutside, type Length, type Study, workloadOf } from '../../core/plan/index.ts';
import { withOutsideLibraries } from '../../libraries/systems/arms.ts';
import { CONTROL } from '../../core/record/index.ts';
import type { PeerOperations } from '../../wire/peers/operations.ts';
import { studies } from '../../libraries/studies/index.ts';
import { study as grpcStudy, withServers } from '../../libraries/studies/grpc-go-vs-lisp/study.ts';
import { withOutside as withOutsideArms } from '../../libraries/studies/kkrpc-transports/study.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import {
  listOf,
  oneOf,
  readOrigin,
  readSeed,
  refuseFlags,
  UsageError,
  wholeNumber,
} from '../shared/args.ts';
import { readLink } from '../shared/open-bench.ts';
import { readGrpcTools } from './grpc.ts';
import type { MeasureArgs, MeasureOptions } from './options.ts';
import {
  armsOfPeers,
  type OutsideFolder,
  type OutsidePeers,
  readLibrary,
  readPeers,
} from './outside/library.ts';
import { readRelease, readReleaseLibrary } from './outside/release.ts';
import { twiceIn } from './outside/folder.ts';

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
  const length = readLength(values);
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
  const twice = twiceIn([...libraries, ...peers].map((each) => each.system.id));
  if (twice !== undefined) {
    throw new UsageError(`--system: got the id "${twice}" in two folders, expected it in one`);
  }
  const grpc = isGrpc ? await readGrpcTools(server) : undefined;
  const study = withOutside(named, { libraries, peers, grpc });
  return {
    study,
    length,
    browser,
    seed,
    libraries,
    peers,
    grpc,
    ...withOwnArms(readSelection(study, values), study),
    where: !ofBench
      ? 'no bench'
      : origin === undefined
        ? { setting: 'workerd', network: link }
        : { origin: readOrigin('--origin', origin) },
  };
}

/** Flags that ask for what only some studies have: libraries from outside, a bench, a page. */
const PARTIAL = ['system', 'server', 'origin', 'network', 'browser'] as const;
/** The flags of studies, by the place that they run in. */
const PLACES = {
  processes: ['system'],
  page: ['browser'],
  bench: ['system', 'origin', 'network', 'browser'],
};

/** Refuses flags that ask for what a study has not. */
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

/** The one study that is named. */
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

type Selection = Pick<MeasureOptions, 'workloads' | 'arms'>;

const idsOf = (each: ReadonlyArray<{ id: string }>): string[] => each.map(({ id }) => id);

/** The workloads and arms that are named, every one for `all`; undefined for the usual ones. */
export function readSelection(
  study: AnyStudy,
  { workloads, arms }: Pick<Values, 'workloads' | 'arms'>,
): Selection {
  const known = [...idsOf(study.arms), CONTROL];
  return {
    workloads: readWorkloadList(study, workloads),
    arms: arms === 'all' ? known : arms === undefined ? undefined : listOf('--arms', arms, known),
  };
}

/** The plain request, on whose scale libraries over HTTP stand. */
const PLAIN_REQUEST = 'fetch-json/http';

/** Adds all arms of libraries from outside where none of them is named, those over HTTP beside a plain request. */
export function withOwnArms({ workloads, arms }: Selection, study: AnyStudy): Selection {
  const outside = study.arms.filter(({ id }) => isOutside(id));
  const plain = outside.some(({ accept }) => accept === 'request') ? [PLAIN_REQUEST] : [];
  if (arms === undefined && plain.length === 0) return { workloads, arms };
  const named = arms ?? idsOf(study.arms.filter(({ optional }) => !optional));
  const all = named.some(isOutside) ? [] : idsOf(outside);
  return { workloads, arms: [...new Set([...named, ...plain, ...all])] };
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

/** How long a run is asked to be; undefined where nothing is said of it. */
export function readLength({
  time,
}: Pick<Values, 'time'>): (Length & { rule: 'time' }) | undefined {
  if (time === undefined) return undefined;
  return { rule: 'time', budgetMs: wholeNumber('--time', time, 1, 86_400) * 1000 };
}
