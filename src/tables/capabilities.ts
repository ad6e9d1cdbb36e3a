/** The capability matrix: the questions put to each library, and their recorded answers. */
import type { Result } from '../places/probes/outcome.ts';
import { features, subjects } from '../probes/groups.ts';
import { readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';
import { findingText, lacksText } from '../report/capabilities.ts';
import { findSystem, probedHere, probedSystems } from '../systems/index.ts';
import { readCode } from './code.ts';

interface Cell {
  system: string;
  result: Result;
  detail: string;
}

/** Whether those that were asked answered in more than one way. */
const differs = (cells: readonly Cell[]): boolean =>
  new Set(cells.map(({ result }) => result)).size > 1;

/**
 * The questions by their subjects, with what each system answered.
 *
 * @throws Error naming the probe and the system that have no recorded result
 */
function shownGroups() {
  const recorded = readRecorded(readCode(RECORDED));
  const results = new Map(recorded.results.map((each) => [`${each.probe} ${each.system}`, each]));
  const cellOf = (probe: string, system: string): Cell => {
    const found = results.get(`${probe} ${system}`);
    if (found === undefined) {
      throw new Error(
        `${RECORDED}: got no result of ${probe} for ${system}, expected one of each: npm run probe -- --record`,
      );
    }
    return { system, result: found.result, detail: found.detail };
  };
  const groups = subjects.map(({ id, label, onlyCli, questions }) => ({
    ...{ id, label, onlyCli, file: `src/probes/${id}.ts` },
    probes: questions.map((each) => {
      const cells = probedSystems.map((system) => cellOf(each.id, system));
      return {
        id: each.id,
        question: each.question,
        passes: each.passes,
        cells,
        differs: differs(cells),
      };
    }),
  }));
  const versions: Readonly<Record<string, Record<string, string>>> = recorded.versions;
  const packagesOf = (id: string) => Object.entries(versions[id] ?? {});
  return { recorded, groups, packagesOf };
}

/** This site’s implementation of a protocol, and its authors’ own: on what these differ lies in neither’s protocol. */
const implementations: readonly string[] = ['lumenize', 'lumenize-rpc'];

/** The matrix of systems. */
export function capabilities() {
  const { recorded, groups, packagesOf } = shownGroups();
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
      ...{ id, name, whose, fullName: whose === undefined ? name : `${name}, ${whose}` },
      packages: packagesOf(id),
      /** Name of the arm that was asked. */
      arm: probed,
      lacks: lacksText(lacks, featuresWith(id, ['partly'])),
    };
  });
  const differing = probes.filter((probe) => probe.differs).length;
  const missing = systems.filter(({ id }) => !probedHere.includes(id));
  return {
    ...{ systems, groups, probes, differing },
    recorded: recordedText(recorded, systems),
    finding: findingText(probes.length, differing, systems.length),
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
      .filter(({ cells }) => differs(cells)),
  };
}

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
