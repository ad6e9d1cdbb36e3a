/** Reads the files of `content/results`, in Node alone. */
import { readFile } from 'node:fs/promises';
import { parseResult, resultFile } from './file.ts';
import type { Result } from './result.ts';

/**
 * The result of a published record.
 *
 * @param root the checkout, as a URL that ends with a slash
 * @param id `<study>/<name>`
 * @throws Error naming the file, and the command that makes it where there is none
 */
export async function readResult(root: URL, id: string): Promise<Result> {
  const file = resultFile(id);
  let text: string;
  try {
    text = await readFile(new URL(file, root), 'utf8');
  } catch (cause) {
    throw new Error(`${file}: got no such file, expected one: npm run results writes it`, {
      cause,
    });
  }
  return parseResult(text, id);
}
