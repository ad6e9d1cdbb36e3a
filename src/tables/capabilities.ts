/** What the page of capabilities shows: the probes, their code, and their recorded results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { allGroups } from '../probes/cli/groups.ts';
import { type SystemId, systemIds } from '../probes/kit/kit.ts';
import { fileOf, type Probe } from '../probes/probe.ts';
import type { Result } from '../probes/question.ts';
import { type AskedId, readRecorded, RECORDED, type Recorded } from '../probes/recorded.ts';
import { type Pair, sideOf } from '../report/capabilities.ts';
import { findSystem } from '../systems/index.ts';

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

// The code of a probe as it stands in its file, so that what a page shows is what ran.

/** Reads the probes of a file by its syntax. */
export function readProbeCode(file: string, text: string) {
  const source = parseCode(file, text);
  const constants = new Map<string, ts.Expression>();
  const shared: string[] = [];
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement)) shared.push(statement.getFullText(source).trim());
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer !== undefined) constants.set(name.getText(source), initializer);
    }
    const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (exported !== true) shared.push(statement.getFullText(source).trim());
  }
  const probes = probesIn(source);

  function memberOf(object: ts.Expression | undefined, name: string): ts.Node | undefined {
    const literal =
      object !== undefined && ts.isIdentifier(object) ? constants.get(object.text) : object;
    if (literal === undefined || !ts.isObjectLiteralExpression(literal)) return undefined;
    let found: ts.Node | undefined;
    // The last one counts, as in JavaScript.
    for (const property of literal.properties) {
      if (ts.isSpreadAssignment(property)) found = memberOf(property.expression, name) ?? found;
      else if (nameOf(property) === name) found = property;
    }
    return found;
  }

  return {
    /** @throws Error where the file has no code of the probe for the system */
    of(probe: string, system: string): string {
      const literal = probes.get(probe);
      const own = literal && memberOf(literal, 'own');
      const table = own && ts.isPropertyAssignment(own) ? own.initializer : undefined;
      const node = memberOf(table, system) ?? (literal && memberOf(literal, 'run'));
      if (node === undefined) throw new Error(`${file}: got no code of ${probe} for ${system}`);
      return codeOf(source, node);
    },
    /** Functions and constants of the file that its probes use. */
    shared: shared.join('\n\n'),
  };
}

/** The object of each probe, by its id. */
function probesIn(source: ts.SourceFile): Map<string, ts.ObjectLiteralExpression> {
  const found = new Map<string, ts.ObjectLiteralExpression>();
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const names = node.properties.map(nameOf);
      const id = node.properties.find((property) => nameOf(property) === 'id');
      if (names.includes('question') && id !== undefined && ts.isPropertyAssignment(id)) {
        if (ts.isStringLiteral(id.initializer)) found.set(id.initializer.text, node);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(property: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = property;
  if (name === undefined) return undefined;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
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

/**
 * Finds what is shown of questions that were put to these, each in its file.
 *
 * @throws Error naming the probe and the system that have no recorded result
 */
export function showProbes<Id extends AskedId>(ids: readonly Id[], { results }: Recorded) {
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
  return (
    { id, question, passes }: Pick<Probe, 'id' | 'question' | 'passes'>,
    code: ReturnType<typeof readProbeCode>,
  ): ShownProbe<Id> => ({
    ...{ id, question, passes },
    cells: ids.map((system) => cellOf(id, system)),
    codes: [...Map.groupBy(ids, (system) => code.of(id, system))].map(([text, systems]) => ({
      code: text,
      systems,
    })),
  });
}

/** What the page shows; see {@link capabilities}. */
export type Capabilities = ReturnType<typeof capabilities>;

/** Compared until a reader asks for others: the systems of the first study. */
const pair: readonly [SystemId, SystemId] = ['lumenize', 'capnweb'];

const kitFile = (system: SystemId): string => `src/probes/kit/${system}.ts`;

/** @throws Error naming the probe and the system that have no recorded result */
export function capabilities() {
  const recorded = readRecorded(readCode(RECORDED));
  const shownOf = showProbes(systemIds, recorded);

  const groups = allGroups.map((group) => {
    const { id, label, onlyCli, probes } = group;
    const file = fileOf(group);
    const code = readProbeCode(file, readCode(file));
    return {
      id,
      label,
      file,
      onlyCli,
      shared: code.shared,
      probes: probes.map((probe) => {
        const shown = shownOf(probe, code);
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
    /** How each client is opened: the files of src/probes/kit. */
    kits: systemIds.map((system) => ({
      system,
      file: kitFile(system),
      code: readCode(kitFile(system)),
    })),
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
