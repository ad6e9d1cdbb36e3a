/** The code that was timed: of a workload, and of each system's two halves. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { StudyOutline } from '../../harness/plan/index.ts';
import { findStudy } from '../../studies/index.ts';
import { codeOf, parseCode, readCode } from '../../tables/capabilities.ts';

/**
 * The code around the text `id: '<id>'` or a call whose first argument is that id: the smallest
 * object or call that is an element of a list, or else the top-level statement.
 *
 * @returns undefined where the file does not name the id
 */
export function workloadCode(file: string, text: string, id: string): string | undefined {
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
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
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

/** What serves the arms of a study, where that is not their systems: its client, its objects, each way. */
export function servedSources({ servedAs }: { servedAs?: string }) {
  if (servedAs === undefined) return [];
  const folders = [`bench-workers/${servedAs}`, 'src/places/objects'];
  return folders.flatMap(sourcesIn).map((file) => ({ file, code: readCode(file) }));
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
