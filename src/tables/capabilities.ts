/** The capability matrices: the questions put to each system or way of calling, their code, and their recorded answers. */
import { type WayId, wayIds } from '../../bench-workers/between/probes/kit.ts';
import { type Speaker, speakers } from '../places/windows/channel.ts';
import { betweenGroups } from '../probes/between/groups.ts';
import { betweenFileOf } from '../probes/between/probe.ts';
import { allGroups } from '../probes/cli/groups.ts';
import { type SystemId, systemIds } from '../probes/kit/kit.ts';
import { fileOf, type Probe } from '../probes/probe.ts';
import type { Result } from '../probes/question.ts';
import { type AskedId, readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';
import { betweenText, type Pair, sideOf, windowsText } from '../report/capabilities.ts';
import { findSystem } from '../systems/index.ts';
import { windowGroups } from '../probes/windows/groups.ts';
import { windowFileOf } from '../probes/windows/probe.ts';
import { readCode, readProbeCode } from './code.ts';

/** Questions of one subject, all in one file. */
interface Group {
  id: string;
  label: string;
  probes: ReadonlyArray<
    Pick<Probe, 'id' | 'question' | 'passes'> & { documented?: { says: string; href: string } }
  >;
}

/** A question in full: the recorded answers, and the code that found them. */
export interface ShownProbe<Id extends string = string> {
  id: string;
  question: string;
  passes: string;
  documented?: { says: string; href: string } | undefined;
  cells: Array<{ system: Id; result: Result; detail: string }>;
  /** Code that answered for one or for several. */
  codes: Array<{ code: string; systems: Id[] }>;
}

/**
 * The questions of these groups, with what each of these answered and the code that found it.
 *
 * @throws Error naming the probe and the system that have no recorded result
 */
function shownGroups<Id extends AskedId, Each extends Group>(
  ids: readonly Id[],
  groups: readonly Each[],
  pathOf: (group: Each) => string,
) {
  const recorded = readRecorded(readCode(RECORDED));
  const results = new Map(recorded.results.map((each) => [`${each.probe} ${each.system}`, each]));
  const cellOf = (probe: string, system: Id) => {
    const found = results.get(`${probe} ${system}`);
    if (found === undefined) {
      throw new Error(
        `${RECORDED}: got no result of ${probe} for ${system}, expected one of each: npm run probe -- --record`,
      );
    }
    return { system, result: found.result, detail: found.detail };
  };
  const shown = groups.map((group) => {
    const file = pathOf(group);
    const code = readProbeCode(file, readCode(file));
    const probes = group.probes.map(({ id, question, passes, documented }): ShownProbe<Id> => ({
      ...{ id, question, passes, documented },
      cells: ids.map((system) => cellOf(id, system)),
      codes: [...Map.groupBy(ids, (system) => code.of(id, system))].map(([text, systems]) => ({
        ...{ code: text, systems },
      })),
    }));
    return { of: group, id: group.id, label: group.label, file, shared: code.shared, probes };
  });
  const versions: Readonly<Record<string, Record<string, string>>> = recorded.versions;
  const packagesOf = (id: Id) => Object.entries(versions[id] ?? {});
  return { recorded, groups: shown, packagesOf };
}

/** Whether those that were asked answered in more than one way. */
const differs = ({ cells }: Pick<ShownProbe, 'cells'>): boolean =>
  new Set(cells.map(({ result }) => result)).size > 1;

// Questions that were put to several ways of calling.

interface Questions<Id extends AskedId, Each extends Group> {
  /** Address of the page that has them in full. */
  page: string;
  ids: readonly Id[];
  groups: readonly Each[];
  fileOf: (group: Each) => string;
  /** How readers meet each way. */
  described: Readonly<Record<Id, { name: string; does: string }>>;
  /** Path of the file that opens a way. */
  openedIn: (id: Id) => string;
  /** The finding in a sentence. */
  finding: (of: number, ways: number, differ: number) => string;
}

/** A matrix of ways of calling. */
export type AskedQuestions = ReturnType<typeof askedOf>;

function askedOf<Id extends AskedId, Each extends Group>(questions: Questions<Id, Each>) {
  const { page, ids } = questions;
  const { recorded, groups, packagesOf } = shownGroups(ids, questions.groups, questions.fileOf);
  const ways = ids.map((id) => ({
    ...{ id, ...questions.described[id], whose: undefined },
    ...{ file: questions.openedIn(id), packages: packagesOf(id) },
  }));
  const probes = groups.flatMap((group) => group.probes);
  return {
    ...{ page, groups, ways, recorded: recordedText(recorded, ways) },
    finding: questions.finding(probes.length, ways.length, probes.filter(differs).length),
  };
}

/** How readers meet each way. */
const waysTold: Readonly<Record<WayId, { name: string; does: string }>> = {
  'workers-rpc': { name: 'Workers RPC', does: 'methods of the other object’s stub' },
  'fetch-json': { name: 'stub.fetch', does: 'a request for each call, with JSON both ways' },
  'raw-websocket': {
    name: 'WebSocket',
    does: 'one JSON message each way, written by hand, over a socket that may hibernate',
  },
  capnweb: { name: 'Cap’n Web', does: 'a session over a socket that stays in memory' },
  lumenize: {
    name: 'Lumenize’s protocol',
    does: 'this site’s implementation, over a socket that may hibernate',
  },
};

/** Calls from one object to another. */
export const betweenCapabilities = () =>
  askedOf({
    page: '/capabilities/between/',
    ids: wayIds,
    groups: betweenGroups,
    fileOf: betweenFileOf,
    described: waysTold,
    openedIn: (id) => `bench-workers/between/probes/ways/${id}.ts`,
    finding: betweenText,
  });

/** How readers meet each system. */
const speakersTold: Readonly<Record<Speaker, { name: string; does: string }>> = {
  'post-message': { name: 'postMessage', does: 'messages with ids, written by hand' },
  comlink: { name: 'Comlink', does: 'a proxy of what the other side exposes' },
  kkrpc: { name: 'kkrpc', does: 'its adapters for a worker and a frame, with text as messages' },
  capnweb: { name: 'Cap’n Web', does: 'a session over a MessagePort' },
  birpc: { name: 'birpc', does: 'functions by name in both directions, over postMessage' },
};

/** Calls from a page to its workers and frames. */
export const windowCapabilities = () =>
  askedOf({
    page: '/capabilities/windows/',
    ids: speakers,
    groups: windowGroups,
    fileOf: windowFileOf,
    described: speakersTold,
    openedIn: (id) => `src/probes/windows/systems/${id}.ts`,
    finding: windowsText,
  });

// Questions that clients ask of an object on a server.

/** Compared until a reader asks for others: the systems of the first study. */
const pair: readonly [SystemId, SystemId] = ['lumenize', 'capnweb'];

/** The matrix of systems. */
export function capabilities() {
  const { recorded, groups: shown, packagesOf } = shownGroups(systemIds, allGroups, fileOf);
  const groups = shown.map(({ of: { onlyCli }, ...group }) => ({
    ...{ ...group, onlyCli },
    probes: group.probes.map((probe) => {
      const ofPair = pair.flatMap((id) => probe.cells.filter(({ system }) => system === id));
      const [first, second] = ofPair.map(({ result }) => result);
      return {
        ...{ ...probe, group: group.id, differs: differs(probe) },
        /** The group’s label as far as its first comma or “and”: room beside a row is short. */
        subject: group.label.replace(/(,| and ).*/, ''),
        /** Of the pair. */
        shown: ofPair,
        /** How those of the pair differ, if they do. */
        side: first && second && sideOf(first, second),
      };
    }),
  }));
  const systems = systemIds.map((id) => {
    const { label } = findSystem(id);
    // Whose implementation it is stands in the text of the matrix, and with each answer.
    const [, name = label, whose] = /^(.*) \((.*)\)$/.exec(label) ?? [];
    return { id, name, whose, packages: packagesOf(id) };
  });
  const nameOf = (wanted: SystemId) => systems.find(({ id }) => id === wanted)?.name ?? wanted;
  const names: Pair = [nameOf(pair[0]), nameOf(pair[1])];
  const probes = groups
    .flatMap((group) => group.probes)
    .map((probe, order) => ({ ...probe, order }));
  return {
    recorded: recordedText(recorded, systems),
    systems,
    groups,
    /** Of all groups, in their order. */
    probes,
    pair,
    /** How readers meet the systems of the pair. */
    names,
    /** How many questions come out differently, between those two and among all. */
    differ: {
      pair: probes.filter(({ side }) => side !== undefined).length,
      all: probes.filter((probe) => probe.differs).length,
    },
  };
}

/** How each client is opened for the probes. */
export const clientFiles = () =>
  systemIds.map((system) => {
    const file = `src/probes/kit/${system}.ts`;
    return { system, file, code: readCode(file) };
  });

/** When the results were recorded, on what, and with which versions: a sentence and more. */
function recordedText(
  { date, runtimes }: Pick<Recorded, 'date' | 'runtimes'>,
  systems: ReadonlyArray<{ name: string; packages: Array<[name: string, version: string]> }>,
): string {
  const versions = systems
    .filter(({ packages }) => packages.length > 0)
    .map(({ name, packages }) => `${name}: ${packages.map((each) => each.join(' ')).join(', ')}`);
  return `Recorded on ${date} with ${new Intl.ListFormat('en').format(runtimes)}. Versions: ${versions.join('; ')}.`;
}
