/** Code of this project as pages show it: read from its files, so that what is shown is what ran. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Probe } from '../probes/question.ts';

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
