import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { isBuilt } from './pages.ts';

const directory = mkdtempSync(join(tmpdir(), 'roundtrip-links-'));
const output = pathToFileURL(`${directory}/`);
mkdirSync(join(directory, 'systems/capnweb'), { recursive: true });
writeFileSync(join(directory, 'systems/capnweb/index.html'), '');
afterAll(() => rmSync(directory, { recursive: true }));

it.each([
  ['/systems/capnweb/', true],
  ['/systems/capnweb/#version', true],
  ['/systems/capnweb', false],
  ['/systems/', false],
  ['systems/capnweb/', false],
])('knows whether %s was built', (link, built) => {
  expect(isBuilt(output, link)).toBe(built);
});
