/** The capability matrix: the questions put to each system, their code, and their recorded answers. */
import type { Result } from '../places/probes/outcome.ts';
import { features, subjects } from '../probes/groups.ts';
import { type Probe, probesOf } from '../probes/question.ts';
import { readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';
import { findingText, lacksText } from '../report/capabilities.ts';
import { findSystem, probedHere, probedSystems } from '../systems/index.ts';
import { readCode, readProbeCode, readSystemCode } from './code.ts';

/** A question in full: the recorded answers, and the code that found them. */
export interface ShownProbe {
  id: string;
  question: string;
  passes: string;
  cells: Array<{ system: string; result: Result; detail: string }>;
  /** Code that answered for one or for several. */
  codes: Array<{ code: string; systems: string[] }>;
}

/** Path of the file that opens a system’s clients, from the root of the project. */
const openedIn = (system: string): string => `src/systems/${system}/probe-client.ts`;

/**
 * The questions by their groups, with what each system answered and the code that found it.
 *
 * @throws Error naming the probe and the system that have no recorded result, or no code
 */
function shownGroups() {
  const ids = probedSystems;
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
  const own = new Map(ids.map((id) => [id, readSystemCode(openedIn(id), readCode(openedIn(id)))]));
  const groups = subjects.map((subject) => {
    const { id: group, label, onlyCli } = subject;
    const probes = probesOf([subject]);
    const file = `src/probes/${group}.ts`;
    const shared = readProbeCode(file, readCode(file));
    const codeFor = (probe: Probe, system: string): string => {
      const code = own.get(system)?.of(probe) ?? shared.of(probe.id);
      if (code !== undefined) return code;
      throw new Error(`${file}: got no code of ${probe.id} for ${system}`);
    };
    const shown = probes.map((probe): ShownProbe => ({
      ...{ id: probe.id, question: probe.question, passes: probe.passes },
      cells: ids.map((system) => cellOf(probe.id, system)),
      codes: [...Map.groupBy(ids, (system) => codeFor(probe, system))].map(([code, systems]) => ({
        ...{ code, systems },
      })),
    }));
    return {
      ...{ id: group, label, onlyCli, file, probes: shown },
      /** The parts of their file that this code uses. */
      shared: shared.sharedBy(shown.flatMap(({ codes }) => codes.map(({ code }) => code))),
    };
  });
  const versions: Readonly<Record<string, Record<string, string>>> = recorded.versions;
  const packagesOf = (id: string) => Object.entries(versions[id] ?? {});
  return { recorded, groups, packagesOf };
}

/** Whether those that were asked answered in more than one way. */
const differs = ({ cells }: Pick<ShownProbe, 'cells'>): boolean =>
  new Set(cells.map(({ result }) => result)).size > 1;

/** This site’s implementation of a protocol, and its authors’ own: on what these differ lies in neither’s protocol. */
const implementations: readonly string[] = ['lumenize', 'lumenize-rpc'];

/** The matrix of systems. */
export function capabilities() {
  const { recorded, groups: shown, packagesOf } = shownGroups();
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
  const systems = probedSystems.map((id) => {
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
  const missing = systems.filter(({ id }) => !probedHere.includes(id));
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
  probedSystems.map((system) => {
    const file = openedIn(system);
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
