import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads a file of this project as text.
 *
 * @param file its path from the root of the project
 */
export function readCode(file: string): string {
  return readFileSync(join(process.cwd(), file), 'utf8');
}
