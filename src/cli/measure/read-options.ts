/** Reads what the flags of `measure` ask of the run of one study. */
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
import { readLink } from '../shared/open-bench.ts';
import { readGrpcTools } from './grpc.ts';
import type { measureCommand, MeasureOptions, Values } from './options.ts';
import { readContestants } from './outside/contestant.ts';
import { armsOfPeers, type OutsidePeers, readPeers } from './outside/peers.ts';

/** The contestants and servers from outside that flags name, read. */
type Outsiders = Partial<Pick<MeasureOptions, 'contestants' | 'peers' | 'grpc'>>;

/**
 * @param root the checkout
 * @throws UsageError or Error naming the value got and what was expected
 */
export async function readCommand(
  { values, positionals }: Args<typeof measureCommand.flags>,
  root: string,
): Promise<MeasureOptions> {
  const study = readStudy(positionals);
  const { system, server, origin } = values;
  if (study.id === grpcStudy.id) {
    const addresses = '--server name=host:port: its servers are called by their addresses';
    refuseFlags(values, ['system'], `with ${study.id}, expected ${addresses}`);
    return readOptions(values, study, { grpc: await readGrpcTools(server) });
  }
  refuseFlags(values, ['server'], `with ${study.id}, expected it with ${grpcStudy.id} alone`);
  const options = readOptions(values, study);
  const outsiders =
    study.place === 'processes'
      ? { peers: await readPeers(system, root) }
      : { contestants: await readContestants(system, root, origin !== undefined) };
  return system.length === 0 ? options : readOptions(values, study, outsiders);
}

/**
 * @param named the study that is named
 * @param outsiders the contestants and servers that flags name, read
 * @throws UsageError naming the value got and what was expected
 */
export function readOptions(
  values: Values,
  named: AnyStudy,
  { contestants = [], peers = [], grpc }: Outsiders = {},
): MeasureOptions {
  const study =
    grpc === undefined
      ? withPeers(withContestants(named, contestants), peers)
      : (withServers(grpc.servers) as unknown as AnyStudy);
  const { origin, network = 'near', seed, dist } = values;
  refuseByPlace(study, values);
  refuseFlags(values, ['fail-if-slower'], 'with one folder or none, expected it with two');
  const link = readLink(network);
  const browser = values.browser || study.place === 'page';
  if (origin !== undefined) {
    const what = 'with --origin, expected none: ';
    const proxy = 'a proxy on this machine cannot stand in front of a bench';
    const why = `${what}${proxy} whose TLS or pages name its own address`;
    refuseFlags(values, link === undefined ? [] : ['network'], why);
    const page = 'one of the two: a page that is served elsewhere has no such client';
    refuseFlags(values, browser ? ['system'] : [], `with --browser and --origin, expected ${page}`);
    refuseFlags(values, ['dist'], `${what}the pages are those that are served there`);
  }
  refuseFlags(values, browser ? [] : ['dist'], 'without --browser, expected it too');
  return {
    study,
    ...withOutside(readSelection(study, values), study),
    length: readLength(values) ?? { rule: 'until-decided' },
    seed: readSeed(seed),
    where:
      study.place === 'processes'
        ? 'no bench'
        : origin === undefined
          ? { setting: 'workerd', network: link }
          : { origin: readOrigin(origin) },
    ...{ contestants, peers, grpc, browser, dist },
  };
}

/** A study of processes or of a page has no bench, and nothing that stands in front of one. */
function refuseByPlace({ id, place }: AnyStudy, values: Values): void {
  const why = `with ${id}, expected none: `;
  if (place === 'processes') {
    const processes = 'it runs between processes of this machine, without a bench or a page';
    refuseFlags(values, ['origin', 'network', 'browser', 'dist'], `${why}${processes}`);
  }
  if (place !== 'page') return;
  refuseFlags(values, ['origin', 'network'], `${why}it asks no bench, which would serve it`);
  const folder = 'a library is added to it by a folder in src/systems';
  refuseFlags(values, ['system'], `${why}${folder}`);
}

/** The study with contestants between processes; what it offers is its own business. */
function withPeers(study: AnyStudy, peers: readonly OutsidePeers[]): AnyStudy {
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

/** The plain request, on whose scale libraries over HTTP stand. */
const PLAIN_REQUEST = 'fetch-json/http';

/** Whoever brings a contestant and names none of its arms means all of them, those over HTTP beside a plain request. */
function withOutside(
  { workloads, arms }: Pick<MeasureOptions, 'workloads' | 'arms'>,
  study: AnyStudy,
): Pick<MeasureOptions, 'workloads' | 'arms'> {
  const outside = study.arms.filter(({ id }) => isOutside(id));
  const plain = outside.some(({ accept }) => accept === 'request') ? [PLAIN_REQUEST] : [];
  if (arms === undefined && plain.length === 0) return { workloads, arms };
  const ids = (of: ReadonlyArray<{ id: string }>) => of.map(({ id }) => id);
  const named = arms ?? ids(study.arms.filter(({ optional }) => !optional));
  const all = named.some(isOutside) ? [] : ids(outside);
  return { workloads, arms: [...new Set([...named, ...plain, ...all])] };
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
export function readLength({
  time,
}: Pick<Values, 'time'>): (Length & { rule: 'time' }) | undefined {
  if (time === undefined) return undefined;
  return { rule: 'time', budgetMs: wholeNumber('--time', time, 1, 86_400) * 1000 };
}

function readOrigin(text: string): string {
  const origin = bareOrigin(text);
  if (origin !== undefined) return origin;
  throw new UsageError(`--origin: got "${text}", expected an origin such as https://example.org`);
}
