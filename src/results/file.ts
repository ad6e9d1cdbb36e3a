/** The files of `content/results`: how they are written and read. */
import { existsSync, readFileSync } from 'node:fs';
import { writeByLines } from '../matrix/own-record.ts';
import type { Result } from './result.ts';

/** Folder of the files, from the root of the project; a file is called like its record. */
const RESULTS = 'content/results';

/** Path of the result of a record, from the root of the project. @param id `<study>/<name>` */
export function resultFile(id: string): string {
  return `${RESULTS}/${id}.json`;
}

/** The text of a result’s file: its head, then a line for each row, so that a change is seen in a diff. */
export const writeResult = ({ rows, ...head }: Result): string => writeByLines(head, { rows });

/**
 * A result from the text of its file. `npm run results` wrote it and a test compares it with its record, so
 * nothing of it is checked here.
 *
 * @throws Error naming the file and the command that makes it, for text that is no JSON
 */
export function parseResult(text: string, id: string): Result {
  try {
    return { id, ...(JSON.parse(text) as Result) };
  } catch (cause) {
    throw new Error(
      `${resultFile(id)}: got text that is no JSON (${String(cause)}), expected what npm run results writes`,
      { cause },
    );
  }
}

/**
 * The result of a published record.
 *
 * @param root the checkout, as a URL that ends with a slash
 * @throws Error naming the file, and the command that makes it where there is none
 */
export function readResult(root: URL, id: string): Result {
  const file = resultFile(id);
  const address = new URL(file, root);
  if (existsSync(address)) return parseResult(readFileSync(address, 'utf8'), id);
  throw new Error(`${file}: got no such file, expected one: npm run results writes it`);
}
