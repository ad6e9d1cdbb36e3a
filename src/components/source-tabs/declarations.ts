/** Pieces of source files: whole declarations, found by what they contain. */
import ts from 'typescript';

/**
 * The code around the text `id: '<id>'` or a call whose first argument is that id: the smallest
 * object or call that is an element of a list, or else the top-level statement.
 *
 * @returns undefined where the file does not name the id
 */
export function workloadCode(file: string, text: string, id: string): string | undefined {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (found === undefined && ts.isStringLiteral(node) && node.text === id) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (found === undefined) return undefined;
  let node: ts.Node = found;
  while (!ts.isSourceFile(node.parent) && !ts.isArrayLiteralExpression(node.parent)) {
    node = node.parent;
  }
  return trimmed(source, node);
}

/**
 * The top-level declarations of a file that a piece of its code names, each once, and what those
 * name in turn.
 */
export function namedDeclarations(file: string, text: string, code: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
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

function trimmed(source: ts.SourceFile, node: ts.Node): string {
  const { character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  const indent = new RegExp(`^ {1,${character}}`);
  return node
    .getText(source)
    .split('\n')
    .map((line, at) => (at === 0 ? line : line.replace(indent, '')))
    .join('\n');
}
