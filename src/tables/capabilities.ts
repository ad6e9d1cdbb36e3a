/** What the page of capabilities shows: the probes, their code, and their recorded results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type SystemId, systemIds } from '../places/bench/probe.ts';
import type { Result } from '../places/probes/outcome.ts';
import { type Group, groups as allGroups } from '../probes/groups.ts';
import { type Place, places, type Probe } from '../probes/question.ts';
import { type AskedId, readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';
import { type Pair, sideOf } from '../report/capabilities.ts';
import { findSystem } from '../studies/systems.ts';

// Code of this project, read from its files to be shown.

/** @param file its path from the root of the project */
export function readCode(file: string): string {
  return readFileSync(join(process.cwd(), file), 'utf8');
}

export function parseCode(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The code of a node without the indentation of its place. */
export function codeOf(source: ts.SourceFile, node: ts.Node): string {
  const { character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return node.getText(source).replaceAll(new RegExp(`^ {0,${character}}`, 'gm'), '');
}

// What the page of capabilities shows: the probes, their code, and their recorded results.

// The code of a probe as it stands in its files, so that what a page shows is what ran.

/** The questions of a file and what they share, by its syntax. */
export function readProbeCode(file: string, text: string) {
  const source = parseCode(file, text);
  const shared = new Map<string, string>();
  for (const statement of source.statements) {
    const { name } = declared(statement) ?? {};
    // What a file exports as a constant is its subject itself.
    if (name === undefined || isExportedConstant(statement)) continue;
    shared.set(name.getText(source), statement.getFullText(source).trim());
  }
  const probes = new Map<string, ts.ObjectLiteralExpression>();
  for (const literal of literalsIn(source)) {
    if (memberOf(literal, 'question') === undefined) continue;
    for (const place of places) {
      const put = valueOf(memberOf(literal, place));
      const id = put && ts.isObjectLiteralExpression(put) ? valueOf(memberOf(put, 'id')) : put;
      if (id && ts.isStringLiteral(id)) probes.set(id.text, literal);
    }
  }
  return {
    /** The code of a question for all systems that have none of their own. */
    of(probe: string): string | undefined {
      const literal = probes.get(probe);
      const run = literal && memberOf(literal, 'run');
      return run && codeOf(source, run);
    },
    /** What of the file some code uses: its functions, constants and types, in their order. */
    sharedBy(codes: readonly string[]): string {
      const used = new Set<string>();
      const visit = (code: string): void => {
        for (const [name] of code.matchAll(/\w+/g)) {
          const found = shared.get(name);
          if (found === undefined || used.has(name)) continue;
          used.add(name);
          visit(found);
        }
      };
      codes.forEach(visit);
      return [...shared]
        .filter(([name]) => used.has(name))
        .map(([, code]) => code)
        .join('\n\n');
    },
  };
}

/** What a system’s own file says of questions: code of its own, or why one cannot be asked. */
export function readSystemCode(file: string, text: string) {
  const source = parseCode(file, text);
  const literals = literalsIn(source);
  return {
    of({ id, group }: Pick<Probe, 'id' | 'group'>): string | undefined {
      const skipped = literals.find((literal) => {
        const probes = valueOf(memberOf(literal, 'probes'));
        if (probes === undefined || !ts.isArrayLiteralExpression(probes)) return false;
        const ids = probes.elements.filter((each) => ts.isStringLiteral(each));
        return ids.some(({ text: named }) => named === id || named === group);
      });
      const found = skipped ?? literals.map((each) => memberOf(each, id)).find(Boolean);
      return found && codeOf(source, found);
    },
  };
}

/** All objects that are written out in a file. */
function literalsIn(source: ts.SourceFile): ts.ObjectLiteralExpression[] {
  const found: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function memberOf(
  { properties }: ts.ObjectLiteralExpression,
  wanted: string,
): ts.ObjectLiteralElementLike | undefined {
  return properties.find(({ name }) => {
    if (name === undefined) return false;
    return (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === wanted;
  });
}

function valueOf(member: ts.ObjectLiteralElementLike | undefined): ts.Expression | undefined {
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

function declared(statement: ts.Statement): { name?: ts.Node | undefined } | undefined {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0];
  const hasName =
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return hasName ? statement : undefined;
}

function isExportedConstant(statement: ts.Statement): boolean {
  if (!ts.isVariableStatement(statement)) return false;
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** What a page shows of a question in full: the recorded answers, and the code that found them. */
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
export const openedIn = (place: Place, system: AskedId): string =>
  `src/systems/${system}/${fileNames[place]}`;

/**
 * Finds what is shown of the questions of a group in its place.
 *
 * @throws Error naming the probe and the system that have no recorded result
 */
export function showProbes<Id extends AskedId>(
  place: Place,
  ids: readonly Id[],
  { results }: Recorded,
) {
  const recorded = new Map(results.map((each) => [`${each.probe} ${each.system}`, each]));
  const cellOf = (probe: string, system: Id) => {
    const found = recorded.get(`${probe} ${system}`);
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
  return ({ probes }: Group) => {
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
        code,
        systems,
      })),
    }));
    return {
      probes: shown,
      /** What the code of these uses of its files. */
      shared: [...files]
        .map(([file, code]) => {
          const ofFile = shown.filter((each) => each.file === file).flatMap(({ codes }) => codes);
          return { file, code: code.sharedBy(ofFile.map((each) => each.code)) };
        })
        .filter(({ code }) => code !== ''),
    };
  };
}

/** What the page shows; see {@link capabilities}. */
export type Capabilities = ReturnType<typeof capabilities>;

/** Compared until a reader asks for others: the systems of the first study. */
const pair: readonly [SystemId, SystemId] = ['lumenize', 'capnweb'];

/** @throws Error naming the probe and the system that have no recorded result */
export function capabilities() {
  const recorded = readRecorded(readCode(RECORDED));
  const shownOf = showProbes('bench', systemIds, recorded);

  const groups = allGroups.bench.map((group) => {
    const { id, label, onlyCli } = group;
    const { probes, shared } = shownOf(group);
    return {
      ...{ id, label, onlyCli, file: probes[0]?.file, shared: shared[0]?.code ?? '' },
      probes: probes.map((shown) => {
        const { cells } = shown;
        const ofPair = pair.flatMap((id) => cells.filter(({ system }) => system === id));
        const [first, second] = ofPair.map(({ result }) => result);
        return {
          ...shown,
          group: id,
          /** The group’s label as far as its first comma or “and”: room beside a row is short. */
          subject: label.replace(/(,| and ).*/, ''),
          /** Of the pair. */
          shown: ofPair,
          /** Whether the systems' results differ. */
          differs: new Set(cells.map(({ result }) => result)).size > 1,
          /** How those of the pair differ, if they do. */
          side: first && second && sideOf(first, second),
        };
      }),
    };
  });
  const systems = systemIds.map((id) => {
    const { label } = findSystem(id);
    // Whose implementation it is stands in the text of the matrix, and with each answer.
    const [, name = label, whose] = /^(.*) \((.*)\)$/.exec(label) ?? [];
    return { id, name, whose, packages: Object.entries(recorded.versions[id] ?? {}) };
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
      all: probes.filter(({ differs }) => differs).length,
    },
    /** How each client is opened. */
    kits: systemIds.map((system) => {
      const file = openedIn('bench', system);
      return { system, file, code: readCode(file) };
    }),
  };
}

/** When the results were recorded, on what, and with which versions: a sentence and more. */
export function recordedText(
  { date, runtimes }: Pick<Recorded, 'date' | 'runtimes'>,
  systems: ReadonlyArray<{ name: string; packages: Array<[name: string, version: string]> }>,
): string {
  const versions = systems
    .filter(({ packages }) => packages.length > 0)
    .map(({ name, packages }) => `${name}: ${packages.map((each) => each.join(' ')).join(', ')}`);
  return `Recorded on ${date} with ${new Intl.ListFormat('en').format(runtimes)}. Versions: ${versions.join('; ')}.`;
}
