/** Code of this project, read from its files to be shown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

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
