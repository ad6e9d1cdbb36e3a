/** What the page of capabilities shows: the probes, their code, and their recorded results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { allGroups } from '../probes/cli/groups.ts';
import { type SystemId, systemIds } from '../probes/kit/kit.ts';
import { fileOf, type Probe, type Result } from '../probes/probe.ts';
import { readRecorded, RECORDED } from '../probes/recorded.ts';
import { findSystem } from '../studies/systems.ts';

// The code of a probe as it stands in its file, so that what a page shows is what ran.

/** Code by probe and system; and what the probes of a file share. */
export interface ProbeCode {
  /** @throws Error where the file has no code for it */
  of(probe: string, system: SystemId): string;
  /** Functions and constants of the file that its probes use. */
  shared: string;
}

/** Reads the probes of a file by its syntax. */
export function readProbeCode(file: string, text: string): ProbeCode {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const shared: string[] = [];
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement)) shared.push(withComment(source, statement));
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer !== undefined) constants.set(name.getText(source), initializer);
    }
    const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (exported !== true) shared.push(withComment(source, statement));
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
    of(probe, system) {
      const literal = probes.get(probe);
      const own = literal && memberOf(literal, 'own');
      const table = own && ts.isPropertyAssignment(own) ? own.initializer : undefined;
      const node = memberOf(table, system) ?? (literal && memberOf(literal, 'run'));
      if (node === undefined) throw new Error(`${file}: got no code of ${probe} for ${system}`);
      return dedent(node.getText(source), indentOf(source, node));
    },
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

function withComment(source: ts.SourceFile, node: ts.Node): string {
  return node.getFullText(source).trim();
}

function indentOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).character;
}

function dedent(text: string, columns: number): string {
  const indent = new RegExp(`^ {1,${columns}}`);
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? line : line.replace(indent, '')))
    .join('\n');
}

export interface CapabilityCell {
  system: SystemId;
  result: Result;
  detail: string;
}

/** Code that answered for one system or for several. */
export interface CellCode {
  systems: SystemId[];
  code: string;
}

export interface CapabilityProbe {
  id: string;
  question: string;
  passes: string;
  cells: CapabilityCell[];
  codes: CellCode[];
  /** Whether the systems' results differ. */
  differs: boolean;
}

export interface CapabilityGroup {
  id: string;
  label: string;
  file: string;
  onlyCli: string | undefined;
  shared: string;
  probes: CapabilityProbe[];
}

export interface Capabilities {
  /** Day of the recorded results, `2026-11-21`. */
  date: string;
  runtimes: string[];
  systems: Array<{ id: SystemId; label: string; version: string }>;
  groups: CapabilityGroup[];
  /** How each client is opened: the files of src/probes/kit. */
  kits: Array<{ system: SystemId; file: string; code: string }>;
}

const kitFiles: { [S in SystemId]: string } = {
  lumenize: 'src/probes/kit/lumenize.ts',
  capnweb: 'src/probes/kit/capnweb.ts',
  kkrpc: 'src/probes/kit/kkrpc.ts',
  'raw-websocket': 'src/probes/kit/raw.ts',
};

const read = (file: string): string => readFileSync(join(process.cwd(), file), 'utf8');

/** @throws Error naming the probe and the system that have no recorded result */
export function capabilities(): Capabilities {
  const recorded = readRecorded(read(RECORDED));
  const results = new Map(recorded.results.map((each) => [`${each.probe} ${each.system}`, each]));

  function cellOf(probe: Probe, system: SystemId): CapabilityCell {
    const found = results.get(`${probe.id} ${system}`);
    if (found === undefined) {
      throw new Error(
        `${RECORDED}: got no result of ${probe.id} for ${system}, expected one of each: npm run probe -- --record`,
      );
    }
    return { system, result: found.result, detail: found.detail };
  }

  return {
    date: recorded.date,
    runtimes: recorded.runtimes,
    systems: systemIds.map((id) => ({
      id,
      label: findSystem(id).label,
      version: versionText(recorded.versions[id]),
    })),
    groups: allGroups.map((group) => {
      const { id, label, onlyCli, probes } = group;
      const file = fileOf(group);
      const code = readProbeCode(file, read(file));
      return {
        id,
        label,
        file,
        onlyCli,
        shared: code.shared,
        probes: probes.map((probe) => {
          const cells = systemIds.map((system) => cellOf(probe, system));
          const byCode = Map.groupBy(systemIds, (system) => code.of(probe.id, system));
          return {
            id: probe.id,
            question: probe.question,
            passes: probe.passes,
            cells,
            codes: [...byCode].map(([text, systems]) => ({ code: text, systems })),
            differs: new Set(cells.map(({ result }) => result)).size > 1,
          };
        }),
      };
    }),
    kits: systemIds.map((system) => ({
      system,
      file: kitFiles[system],
      code: read(kitFiles[system]),
    })),
  };
}

/** `capnweb 0.12.0`; for the raw WebSocket, which is built from no package, that. */
function versionText(versions: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(versions ?? {}).map((pair) => pair.join(' '));
  return pairs.length === 0 ? 'no package' : pairs.join(', ');
}

/** How a result is written: a shape beside the word, so that colour is never needed. */
export const looks: Readonly<Record<Result, { shape: string; word: string; means: string }>> = {
  pass: { shape: '●', word: 'pass', means: 'it did what the question asks' },
  partly: { shape: '◐', word: 'partly', means: 'with a difference, which its details name' },
  fail: { shape: '○', word: 'fail', means: 'it did not' },
  'not-applicable': { shape: '–', word: 'n/a', means: 'the question cannot be asked of it' },
};
