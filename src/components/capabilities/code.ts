/** The code of a probe as it stands in its file, so that what a page shows is what ran. */
import ts from 'typescript';
import type { SystemId } from '../../probes/kit/kit.ts';

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
