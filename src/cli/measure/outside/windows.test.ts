/** Contestants that a page calls, as content/docs/outside.mdx says they are brought. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { discarded, measured, runCli } from '../../shared/testing/spawn-cli.ts';
import { run } from '../index.ts';
import { digestOf } from './folder.ts';
import { readWindows } from './kinds.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundtrip-windows-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const frames = `
import { open as toWorker, system as inWorker } from './page.js';
const arms = ['worker', 'frame', 'sandbox'].map((place) => ({ name: place, label: place, place }));
export const system = { ...inWorker, arms };
export const open = (end) => {
  if (end.kind === 'worker') return toWorker(end);
  const { target, frame, context } = end;
  const worker = {
    postMessage: (message) => target.postMessage(message, '*'),
    addEventListener: (type, take) =>
      context.addEventListener(type, (event) => event.source === frame && take(event)),
  };
  return toWorker({ worker });
};`;
const parents = `
import { serve as inWorker } from './scope.js';
export const serve = ({ scope, parent, origin }, service) => {
  const framed = {
    postMessage: (message) => parent.postMessage(message, origin),
    addEventListener: (type, take) =>
      addEventListener(type, (event) => event.source === parent && take(event)),
  };
  inWorker({ scope: scope ?? framed }, service);
};`;

it('measures a worker, a frame and a sandboxed frame in the same turns as the systems here', async () => {
  const templates = 'src/cli/roundtrip/templates/worker';
  cpSync(join(templates, 'page.js'), join(folder, 'page.js'));
  cpSync(join(templates, 'worker.js'), join(folder, 'scope.js'));
  writeFileSync(join(folder, 'page.ts'), frames);
  writeFileSync(join(folder, 'worker.ts'), parents);
  const flags = ['--workloads', 'echo', '--rounds', '1', '--out', '-', '--allow-dirty'];
  const arms = ['--arms', 'comlink/sandbox'];
  const args = ['page-to-worker', '--system', folder, ...arms, ...flags];
  const { code, stdout, stderr } = await runCli(run, args);
  expect(code, stderr).toBe(0);
  const record = measured(stdout);
  const [session] = record.sessions;
  expect(new Set(session?.turns.map(({ arm }) => arm))).toEqual(
    new Set([
      ...['post-message/worker', 'comlink/worker', 'comlink/sandbox', 'twin'],
      ...['outside:lists/worker', 'outside:lists/frame', 'outside:lists/sandbox'],
    ]),
  );
  expect(discarded(record)).toEqual([]);
  expect(record.environment).toMatchObject({ setting: 'page', clockStepUs: 5 });
  expect(record.environment.outside).toMatchObject([{ digest: await digestOf(folder) }]);
});

const own = 'export const open = () => {};';
it.each([
  ['export const system = {};', 'got undefined for its export open, expected a function'],
  [
    `${own} export const system = { id: 'a', label: 'A', versions: {}, arms: [{ name: 'a', label: 'A', place: 'port' }] };`,
    'system: arms[0].place: got "port", expected one of "worker"|"frame"|"sandbox"',
  ],
  ['document.title', 'page.js cannot be loaded: document is not defined'],
  ['export const = 1', 'page.js does not build'],
])('refuses a page with %s', async (text, message) => {
  writeFileSync(join(folder, 'page.js'), text);
  writeFileSync(join(folder, 'worker.js'), 'export function serve() {}');
  await expect(readWindows([folder], process.cwd())).rejects.toThrow(message);
});

it('asks no page of this site, and no contestant without a page', async () => {
  const more = (...flags: string[]) =>
    runCli(run, ['page-to-worker', '--system', folder, ...flags]);
  expect((await more()).stderr).toContain('expected a page.ts or page.js or page.mjs');
  writeFileSync(
    join(folder, 'page.js'),
    `${own} export const system = { id: 'a', label: 'A', versions: {}, arms: [{ name: 'a', label: 'A', place: 'worker' }] };`,
  );
  writeFileSync(join(folder, 'worker.js'), 'export function serve() {}');
  expect((await more('--browser')).stderr).toContain('--browser: got it with --system');
});
