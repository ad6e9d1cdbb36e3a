/** Published results as links hold them. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { parseResult, resultFile } from '../results/file.ts';
import { toForm } from '../results/share/form.ts';
import type { MeasuredResult } from '../results/result.ts';

const ID = 'lumenize-vs-capnweb/sockets-chromium';

/** The plain ways of its study. */
export const PLAIN_WAYS = ['raw-websocket/in-memory', 'fetch-json/http'];

/** @param id of a measured record */
export function publishedResult(id = ID): MeasuredResult {
  const result = parseResult(readFileSync(resultFile(id), 'utf8'), id);
  if (result.kind !== 'measured') throw new Error(`${id}: got ${result.kind}, expected measured`);
  return result;
}

/** The same as the text of a link, packed as `packResult` does: Playwright cannot import that with its list of systems. */
export function packedResult(): string {
  const json = JSON.stringify(toForm(publishedResult(), PLAIN_WAYS, false));
  return `1.${deflateRawSync(json).toString('base64url')}`;
}
