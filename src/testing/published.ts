/** A published result as a link holds it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseResult, resultFile } from '../results/file.ts';
import { reducedResult, type ReducedResult } from '../share/form.ts';

const ID = 'lumenize-vs-capnweb/2026-11-23-all-contestants-of-the-bench-in-one-run-2';

/** @param id of a measured record */
export function publishedResult(id = ID): ReducedResult {
  const result = parseResult(readFileSync(resultFile(id), 'utf8'), id);
  if (result.kind !== 'measured') throw new Error(`${id}: got ${result.kind}, expected measured`);
  return reducedResult(result, ['raw-websocket/in-memory', 'fetch-json/http']);
}

/**
 * The same as the text of a link. A process of its own packs it, because Playwright cannot import the
 * package.json files that the list of systems reads its versions from.
 */
export function packedResult(): string {
  const code =
    "import { packResult } from './src/share/index.ts';" +
    "import { publishedResult } from './src/testing/published.ts';" +
    'process.stdout.write(await packResult(publishedResult()));';
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}
