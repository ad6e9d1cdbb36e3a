/** Code of this project as pages show it: read from its files, so that what is shown is what ran. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import type { StudyOutline } from '../harness/plan/index.ts';
import { streamWorkloads } from '../places/streams/workloads.ts';
import type { Probe } from '../probes/question.ts';
import { findStudy } from '../studies/index.ts';

/** @param file its path from the root of the project */
export function readCode(file: string): string {
  return readFileSync(join(process.cwd(), file), 'utf8');
}

function parseCode(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** The code of a node without the indentation of its place. */
function codeOf(source: ts.SourceFile, node: ts.Node): string {
  const { character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return node.getText(source).replaceAll(new RegExp(`^ {0,${character}}`, 'gm'), '');
}

/**
 * The code around the text `id: '<id>'` or a call whose first argument is that id: the smallest
 * object or call that is an element of a list, or else the top-level statement.
 *
 * @returns undefined where the file does not name the id
 */
export function workloadCode(file: string, text: string, id: string): string | undefined {
  // Most files do not, and parsing is what takes time.
  if (!text.includes(id)) return undefined;
  const source = parseCode(file, text);
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (found === undefined && ts.isStringLiteral(node) && node.text === id && names(node)) {
      found = node;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (found === undefined) return undefined;
  let node: ts.Node = found;
  while (!ts.isSourceFile(node.parent) && !ts.isArrayLiteralExpression(node.parent)) {
    node = node.parent;
  }
  return codeOf(source, node);
}

/** Whether a text stands where the id of what it is a part of does. */
function names(text: ts.StringLiteral): boolean {
  const { parent } = text;
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'id';
  return ts.isCallExpression(parent) && parent.arguments[0] === text;
}

/**
 * The top-level declarations of a file that a piece of its code names, each once, and what those
 * name in turn.
 */
export function namedDeclarations(file: string, text: string, code: string): string[] {
  const source = parseCode(file, text);
  const found = new Set<ts.Statement>();
  const look = (within: string): void => {
    for (const statement of source.statements) {
      if (found.has(statement)) continue;
      const names = declaredNames(source, statement);
      if (!names.some((name) => new RegExp(`\\b${name}\\b`).test(within))) continue;
      // The statement that holds the code itself would show every other workload as well.
      if (bare(statement.getText(source)).includes(bare(code))) continue;
      found.add(statement);
      look(statement.getText(source));
    }
  };
  look(code);
  return source.statements
    .filter((each) => found.has(each))
    .map((each) => each.getFullText(source).trim());
}

/** Code without its spaces, which differ by where it stands. */
const bare = (code: string): string => code.replaceAll(/\s+/g, '');

function declaredNames(source: ts.SourceFile, statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement) && statement.name) return [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.getText(source));
}

/** Where streams are made, for every place that has them. */
const STREAMS = 'src/places/streams';

function fileOfStream(workload: string): string | undefined {
  if (streamWorkloads.some(({ id }) => id === workload)) return `${STREAMS}/workloads.ts`;
  return workload.startsWith('fan-out-') ? `${STREAMS}/fan-out.ts` : undefined;
}

/** Where workloads stand that studies without a bench share, and those that a study has to itself. */
const PEERS = ['src/places/processes', 'src/places/windows', 'src/places/peers'] as const;
const OWN: Readonly<Record<string, readonly string[]>> = { 'grpc-go-vs-lisp': ['src/places/grpc'] };

/**
 * Sources of a study: its own file and those of its workloads, shallow ones first; those that it
 * shares with others, before them.
 */
function studyFiles(study: string): string[] {
  const { place } = findStudy(study);
  const shared = (OWN[study] ?? PEERS)
    .flatMap(sourcesIn)
    .filter((file) => file.endsWith('workloads.ts'));
  return [...(place === undefined ? [] : shared), ...sourcesIn(`src/studies/${study}`)];
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('testing/'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/**
 * The code of a workload with the functions of its file that it uses. A workload whose id is put
 * together from parts is shown by the whole file that does so.
 *
 * @throws Error naming the study and the workload that no file defines
 */
export function workloadSource(study: string, workload: string) {
  const streamed = fileOfStream(workload);
  if (streamed !== undefined) return { file: streamed, code: readCode(streamed) };
  const files = studyFiles(study);
  for (const file of files) {
    const text = readCode(file);
    const code = workloadCode(file, text, workload);
    if (code === undefined) continue;
    return { file, code: [...namedDeclarations(file, text, code), code].join('\n\n') };
  }
  const stem = workload.split('-')[0] ?? workload;
  const made =
    files.find((file) => readCode(file).includes(`id: \`${stem}-`)) ??
    files.find((file) => file.endsWith('/workloads.ts'));
  if (made === undefined) {
    throw new Error(`src/studies/${study}: got no workload "${workload}", expected a file with it`);
  }
  return { file: made, code: readCode(made) };
}

/** So many workloads are named over the code that makes them. */
const MOST_NAMED = 10;

/** A study's workloads with their code. Those that one piece of code makes are together, once. */
export function workloadGroups({ id: study, workloads }: Pick<StudyOutline, 'id' | 'workloads'>) {
  const all = workloads.map(({ id, label, question }) => {
    return { id, label, question, ...workloadSource(study, id) };
  });
  return [...Map.groupBy(all, ({ code }) => code).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { id: slug, file, code } = first;
    // Where all are made of one piece, the first stands for their kind.
    const named = others.length <= MOST_NAMED ? [first, ...others] : [first];
    const more = named.length > others.length ? '' : `, and ${others.length} more`;
    const title = `${named.map(({ label }) => label).join('; ')}${more}`;
    const questions = [...new Set(named.map(({ question }) => question))];
    return [{ slug, title, questions, file, code }];
  });
}

/** Files that serve the arms of a study, where that is not their systems’ own: its clients, its objects, each way. */
export function servedSources({ servedAs }: { servedAs?: string }) {
  if (servedAs === undefined) return [];
  const place = servedAs === 'between' ? 'src/places/objects' : `src/places/${servedAs}`;
  const ways = sourcesIn('src/systems').filter(
    (file) =>
      basename(file).startsWith(`${servedAs}.`) || basename(file).startsWith(`${servedAs}-`),
  );
  const files = [`bench-workers/${servedAs}`, place].flatMap(sourcesIn);
  return [...files, ...ways].map((file) => ({ file, code: readCode(file) }));
}

/**
 * Client and server half of a system, as they are timed, and what serves in place of its library’s
 * part; and its file with both halves between windows and workers.
 */
export function systemSources(system: string) {
  return ['client.ts', 'server.ts', 'connection.ts']
    .map((name) => `src/systems/${system}/${name}`)
    .concat(`src/systems/${system}/window.ts`)
    .filter((file) => existsSync(join(process.cwd(), file)))
    .map((file) => ({ file, code: readCode(file) }));
}

// The code of probes as it stands in their files and in those of the systems.

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
    const id = valueOf(memberOf(literal, 'id'));
    if (id && ts.isStringLiteral(id)) probes.set(id.text, literal);
  }
  return {
    /** The code of a question for all systems that have none of their own. */
    of(probe: string): string | undefined {
      const literal = probes.get(probe);
      const run = literal && memberOf(literal, 'run');
      return run && codeOf(source, run);
    },
    /** Functions, constants and types of the file that some code uses, in their order. */
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

/** A system’s own file of questions: the code that it has for one, or why that cannot be asked. */
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
