/** Libraries between processes, as content/docs/outside.mdx says they are brought. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder, writeFiles } from '../../shared/testing/scratch.ts';
import { wholeRecord } from '../testing/whole-record.ts';
import { digestOf, readPeers } from './folder.ts';

const root = process.cwd();
const example = readFileSync('src/cli/roundtrip/templates/process/peers.mjs', 'utf8');

let folder: string;
beforeEach(({ onTestFinished }) => {
  folder = scratchFolder(onTestFinished);
});

it('measures the example of the page in the same turns, and names it in the record', async () => {
  writeFiles(folder, { 'peers.js': example });
  const flags = ['--workloads', 'echo', '--arms', 'control', '--time', '1'];
  const { record, stderr } = await wholeRecord('kkrpc-transports', ...flags, '--system', folder);
  expect(stderr).toContain('From outside: Lines');
  expect(record.plan.arms.toSorted()).toEqual([
    'control',
    'json-lines/node-node-stdio',
    'kkrpc/node-node-stdio',
    'outside:lines/node-node',
  ]);
  expect(record.environment.outside).toEqual([
    {
      id: 'lines',
      label: 'Lines',
      versions: { lines: '1.0.0' },
      served: 'beside',
      digest: await digestOf(folder),
      arms: [{ name: 'node-node', label: 'Node to Node' }],
    },
  ]);
});

it.each([
  ['export const system = {};', 'got nothing for its export open, expected a function'],
  [
    `export const open = 0 || (() => {}); export const serve = open;
    export const system = { id: 'a', label: 'A', versions: {},
      arms: [{ name: 'a', label: 'A', client: 'node', server: 'ruby' }] };`,
    'expected one of "node"|"bun"|"deno", got "ruby"\n  → at system.arms[0].server',
  ],
  [undefined, 'none of them in the folder, expected a peers.ts or peers.js or peers.mjs'],
])('refuses a folder with %s', async (text, message) => {
  if (text !== undefined) writeFiles(folder, { 'peers.js': text });
  await expect(readPeers(folder, root)).rejects.toThrow(message);
});
