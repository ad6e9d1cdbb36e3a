/** The capability matrices: the questions put to each system or way of calling, their code, and their recorded answers. */
import type { Contestant, Told } from '../places/contestant.ts';
import type { Result } from '../places/probes/outcome.ts';
import { features, groups as allGroups } from '../probes/groups.ts';
import type { Place, Probe } from '../probes/question.ts';
import { readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';
import { betweenText, findingText, lacksText, windowsText } from '../report/capabilities.ts';
import { askableIn, askedIn, findSystem } from '../systems/index.ts';
import { readCode, readProbeCode, readSystemCode } from './code.ts';

/** A question in full: the recorded answers, and the code that found them. */
export interface ShownProbe {
  id: string;
  question: string;
  passes: string;
  documented?: { says: string; href: string } | undefined;
  cells: Array<{ system: string; result: Result; detail: string }>;
  /** Code that answered for one or for several. */
  codes: Array<{ code: string; systems: string[] }>;
}

const fileNames: Readonly<Record<Place, string>> = {
  bench: 'probe-client.ts',
  objects: 'probe-objects.ts',
  windows: 'probe-windows.ts',
};

/** Path of the file that opens a system in a place, from the root of the project. */
const openedIn = (place: Place, system: string): string =>
  `src/systems/${system}/${fileNames[place]}`;

/**
 * The questions of a place by their groups, with what each of these answered and the code that found it.
 *
 * @throws Error naming the probe and the system that have no recorded result, or no code
 */
function shownGroups(place: Place) {
  const ids = askedIn[place];
  const recorded = readRecorded(readCode(RECORDED));
  const results = new Map(recorded.results.map((each) => [`${each.probe} ${each.system}`, each]));
  const cellOf = (probe: string, system: string) => {
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
    const names = new Set(probes.map(({ file }) => file));
    const files = new Map([...names].map((file) => [file, readProbeCode(file, readCode(file))]));
    const codeFor = (probe: Probe, system: string): string => {
      const code = own.get(system)?.of(probe) ?? files.get(probe.file)?.of(probe.id);
      if (code !== undefined) return code;
      throw new Error(`${probe.file}: got no code of ${probe.id} for ${system}`);
    };
    const shown = probes.map((probe): ShownProbe & { file: string } => ({
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
  const packagesOf = (id: string) => Object.entries(versions[id] ?? {});
  return { recorded, groups, packagesOf };
}

/** Whether those that were asked answered in more than one way. */
const differs = ({ cells }: Pick<ShownProbe, 'cells'>): boolean =>
  new Set(cells.map(({ result }) => result)).size > 1;

// Questions that were put to several ways of calling.

interface Questions {
  place: Place;
  /** Address of the page that has them in full. */
  page: string;
  /** How readers meet each way. */
  told: (system: Contestant) => Told | undefined;
  /** The finding in a sentence. */
  finding: (of: number, ways: number, differ: number) => string;
}

/** A matrix of ways of calling. */
export type AskedQuestions = ReturnType<typeof askedOf>;

function askedOf({ place, page, told, finding }: Questions) {
  const { recorded, groups, packagesOf } = shownGroups(place);
  const ways = askedIn[place].map((id) => {
    const system = findSystem(id);
    return {
      ...{ id, name: system.label, does: '', ...told(system), whose: undefined },
      ...{ file: openedIn(place, id), packages: packagesOf(id) },
    };
  });
  const probes = groups.flatMap((group) => group.probes);
  return {
    ...{ page, groups, ways, recorded: recordedText(recorded, ways) },
    finding: finding(probes.length, ways.length, probes.filter(differs).length),
  };
}

/** Calls from one object to another. */
export const betweenCapabilities = () =>
  askedOf({
    place: 'objects',
    page: '/capabilities/between/',
    told: ({ between }) => between,
    finding: betweenText,
  });

/** Calls from a page to its workers and frames. */
export const windowCapabilities = () =>
  askedOf({
    place: 'windows',
    page: '/capabilities/windows/',
    told: ({ window }) => window,
    finding: windowsText,
  });

// Questions that clients ask of an object on a server.

/** This site’s implementation of a protocol, and its authors’ own: on what these differ lies in neither’s protocol. */
const implementations: readonly string[] = ['lumenize', 'lumenize-rpc'];

/** The matrix of systems. */
export function capabilities() {
  const { recorded, groups: shown, packagesOf } = shownGroups('bench');
  const groups = shown.map((group) => ({
    ...group,
    probes: group.probes.map((each) => ({ ...each, group: group.id, differs: differs(each) })),
  }));
  /** Of all groups, in their order. */
  const probes = groups.flatMap((group) => group.probes);
  const featuresWith = (system: string, wanted: readonly Result[]) =>
    features.flatMap(([id, name]) => {
      const cells = probes.find((probe) => probe.id === id)?.cells ?? [];
      const found = cells.find((cell) => cell.system === system);
      return found && wanted.includes(found.result) ? [name] : [];
    });
  const systems = askedIn.bench.map((id) => {
    const { label, probed } = findSystem(id);
    const [, name = label, whose] = /^(.*) \((.*)\)$/.exec(label) ?? [];
    const lacks = featuresWith(id, ['fail', 'not-applicable']);
    return {
      ...{ id, name, whose, packages: packagesOf(id) },
      /** Name of the arm that was asked. */
      arm: probed,
      lacks: lacksText(lacks, featuresWith(id, ['partly'])),
    };
  });
  const differing = probes.filter((probe) => probe.differs).length;
  const names = systems.map(({ name }) => name);
  const here = askableIn('bench');
  const missing = systems.filter(({ id }) => !here.includes(id));
  return {
    ...{ systems, groups, probes, differing },
    recorded: recordedText(recorded, systems),
    finding: findingText(probes.length, differing, names),
    /** Which cannot be asked where this is built, in a sentence; nothing where all can. */
    notAsked: missing.map(
      ({ name }) =>
        `${name} is asked where its package is installed, which it is not here: its answers are the recorded ones.`,
    ),
    /** What is a property of one implementation of Lumenize’s protocol: its questions, with both answers. */
    own: probes
      .map(({ cells, ...probe }) => ({
        ...probe,
        cells: cells.filter(({ system }) => implementations.includes(system)),
      }))
      .filter(differs),
  };
}

/** How each client is opened for the probes. */
export const clientFiles = () =>
  askedIn.bench.map((system) => {
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
