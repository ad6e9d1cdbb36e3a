/** The capability matrices: the questions put to each system or way of calling, their code, and their recorded answers. */
import { type SystemId, systemIds } from '../places/bench/probe.ts';
import { type WayId, wayIds } from '../places/objects/probe.ts';
import type { Result } from '../places/probes/outcome.ts';
import { type Speaker, speakers } from '../places/windows/channel.ts';
import { groups as allGroups } from '../probes/groups.ts';
import type { Place, Probe } from '../probes/question.ts';
import { type AskedId, readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';
import { betweenText, type Pair, sideOf, windowsText } from '../report/capabilities.ts';
import { findSystem } from '../systems/index.ts';
import { readCode, readProbeCode, readSystemCode } from './code.ts';

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

const fileNames: Readonly<Record<Place, string>> = {
  bench: 'probe-client.ts',
  objects: 'probe-objects.ts',
  windows: 'probe-windows.ts',
};

/** Path of the file that opens a system in a place, from the root of the project. */
const openedIn = (place: Place, system: AskedId): string =>
  `src/systems/${system}/${fileNames[place]}`;

/**
 * The questions of a place by their groups, with what each of these answered and the code that found it.
 *
 * @throws Error naming the probe and the system that have no recorded result, or no code
 */
function shownGroups<Id extends AskedId>(place: Place, ids: readonly Id[]) {
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
  const own = new Map(
    ids.map((id) => [id, readSystemCode(openedIn(place, id), readCode(openedIn(place, id)))]),
  );
  const groups = allGroups[place].map(({ id: group, label, onlyCli, probes }) => {
    const files = new Map(
      probes.map(({ file }) => [file, readProbeCode(file, readCode(file))] as const),
    );
    const codeFor = (probe: Probe, system: Id): string => {
      const code = own.get(system)?.of(probe) ?? files.get(probe.file)?.of(probe.id);
      if (code !== undefined) return code;
      throw new Error(`${probe.file}: got no code of ${probe.id} for ${system}`);
    };
    const shown = probes.map((probe): ShownProbe<Id> & { file: string } => ({
      ...{ id: probe.id, question: probe.question, passes: probe.passes, file: probe.file },
      documented: probe.documented,
      cells: ids.map((system) => cellOf(probe.id, system)),
      codes: [...Map.groupBy(ids, (system) => codeFor(probe, system))].map(([code, systems]) => ({
        ...{ code, systems },
      })),
    }));
    /** The parts of their files that this code uses. */
    const shared = [...files]
      .map(([file, code]) => {
        const ofFile = shown.filter((each) => each.file === file).flatMap(({ codes }) => codes);
        return { file, code: code.sharedBy(ofFile.map((each) => each.code)) };
      })
      .filter(({ code }) => code !== '');
    return { id: group, label, onlyCli, probes: shown, shared };
  });
  const versions: Readonly<Record<string, Record<string, string>>> = recorded.versions;
  const packagesOf = (id: Id) => Object.entries(versions[id] ?? {});
  return { recorded, groups, packagesOf };
}

/** Whether those that were asked answered in more than one way. */
const differs = ({ cells }: Pick<ShownProbe, 'cells'>): boolean =>
  new Set(cells.map(({ result }) => result)).size > 1;

// Questions that were put to several ways of calling.

interface Questions<Id extends AskedId> {
  place: Place;
  /** Address of the page that has them in full. */
  page: string;
  ids: readonly Id[];
  /** How readers meet each way. */
  described: Readonly<Record<Id, { name: string; does: string }>>;
  /** The finding in a sentence. */
  finding: (of: number, ways: number, differ: number) => string;
}

/** A matrix of ways of calling. */
export type AskedQuestions = ReturnType<typeof askedOf>;

function askedOf<Id extends AskedId>(questions: Questions<Id>) {
  const { place, page, ids } = questions;
  const { recorded, groups, packagesOf } = shownGroups(place, ids);
  const ways = ids.map((id) => ({
    ...{ id, ...questions.described[id], whose: undefined },
    ...{ file: openedIn(place, id), packages: packagesOf(id) },
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
    place: 'objects',
    page: '/capabilities/between/',
    ids: wayIds,
    described: waysTold,
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
    place: 'windows',
    page: '/capabilities/windows/',
    ids: speakers,
    described: speakersTold,
    finding: windowsText,
  });

// Questions that clients ask of an object on a server.

/** Compared until a reader asks for others: the systems of the first study. */
const pair: readonly [SystemId, SystemId] = ['lumenize', 'capnweb'];

/** The matrix of systems. */
export function capabilities() {
  const { recorded, groups: shown, packagesOf } = shownGroups('bench', systemIds);
  const groups = shown.map((group) => ({
    ...group,
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
    const file = openedIn('bench', system);
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
