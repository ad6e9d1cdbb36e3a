/** A published result as a link holds it. */
import { readFileSync } from 'node:fs';
import { parseResult, resultFile } from '../results/file.ts';
import { reducedResult, type ReducedResult } from '../share/reduced.ts';

const ID = 'lumenize-vs-capnweb/2026-11-23-all-contestants-of-the-bench-in-one-run-2';

/** @param id of a measured record */
export function publishedResult(id = ID): ReducedResult {
  const result = parseResult(readFileSync(resultFile(id), 'utf8'), id);
  if (result.kind !== 'measured') throw new Error(`${id}: got ${result.kind}, expected measured`);
  return reducedResult(result, ['raw-websocket/in-memory', 'fetch-json/http']);
}
