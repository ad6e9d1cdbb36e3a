import { afterAll, beforeAll, expect, it } from 'vitest';
import { quotedRecordSchema } from '../../core/record/index.ts';
import { resultFile, writeResult } from '../../results/file.ts';
import { quotedResultOf } from '../../results/rows-of.ts';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

const STUDY = 'lumenize-vs-capnweb';
const repository = 'owner/sums';
const commit = '0123456789'.repeat(4);

const root = scratchFolder(afterAll);
const claimsOf = (...args: string[]) => runCli(run, args, root);
const write = (file: string, text: string): void => writeFiles(root, { [file]: text });

/** An entry of one record, drawn from one document. JSON is YAML. */
function writeEntry(name: string, claims: string): void {
  const front = { study: STUDY, records: [`${STUDY}/one`], sources: [{ document: 'log' }] };
  write(`content/entries/${STUDY}/${name}.mdx`, `---\n${JSON.stringify(front)}\n---\n`);
  write(`content/entries/${STUDY}/${name}.claims.ts`, `export const claims = [${claims}];`);
}

beforeAll(() => {
  const [title, url] = ['Log', 'https://example.org/'];
  const record = quotedRecordSchema.parse({
    schema: 1,
    kind: 'quoted',
    study: STUDY,
    source: { title, url },
    figures: [],
    environment: { setting: 'local', versions: {} },
    results: [{ arm: 'capnweb/in-memory', workload: 'increment', operations: 10, totalMs: 12.5 }],
  });
  write(resultFile(`${STUDY}/one`), writeResult(quotedResultOf(record)));
  const brought = { commit, date: '2025-01-02T03:04:05Z', by: 'Somebody' };
  const place = {
    title,
    short: 'The log',
    url,
    repository,
    commit,
    path: 'LOG.md',
    about: 'A log.',
    brought,
  };
  const setup = [{ name: 'Machine', value: 'not stated' }];
  const source = JSON.stringify({ ...place, setup, numbers: [], wording: 'AAAA' });
  write('content/sources/log.json', source);
  const time = `unit: 'ms', value: ($) => $.time('capnweb/in-memory', 'increment')`;
  writeEntry(
    'own',
    `{ text: '“1.25 ms”', line: 2, stated: '1.25', ${time} },
     { text: 'slower', stated: '1.6', ${time}, likely: 'A slip.' },
     { text: 'half', stated: '50', unit: '%', missing: 'a time without it' }`,
  );
});

it('--json prints one document; the exit code is 0 although a claim does not hold', async () => {
  const { code, stdout, stderr } = await claimsOf('--json');
  expect([code, stderr]).toEqual([0, '']);
  const own = { study: STUDY, entry: 'own', document: 'log' };
  const quoted = [`https://github.com/${repository}/blob/${commit}/LOG.md?plain=1#L2`];
  const [holds, wrong, open] = ['holds', 'does not hold', "can't be checked"];
  expect(JSON.parse(stdout)).toEqual([
    { ...own, text: '“1.25 ms”', quoted, stated: '1.25 ms', recomputed: '1.25 ms', verdict: holds },
    {
      ...own,
      text: 'slower',
      stated: '1.6 ms',
      recomputed: '1.25 ms',
      verdict: wrong,
      likely: 'A slip.',
    },
    {
      ...own,
      text: 'half',
      stated: '50 %',
      recomputed: null,
      verdict: open,
      missing: 'a time without it',
    },
  ]);
});

it('prints them by entry, with the verdicts counted', async () => {
  const { code, stdout } = await claimsOf();
  expect(code).toBe(0);
  expect(stdout).toContain(`${STUDY}/own\n`);
  expect(stdout).toMatch(/does not hold +1\.6 ms +1\.25 ms +slower \(likely: A slip\.\)/);
  expect(stdout).toMatch(/3 claims: 1 holds, .*, 1 does not hold, .*, 1 can't be checked, /);
});

it('fails with exit code 1 and what is broken, and prints no document', async () => {
  writeEntry('other', `{ text: 'x', stated: '1', value: ($) => $.time('capnweb/in-memory', 'x') }`);
  const { code, stdout, stderr } = await claimsOf('--json');
  expect([code, stdout]).toEqual([1, '']);
  const field = `content/entries/${STUDY}/other.claims.ts “x” value`;
  expect(stderr).toContain(`${field}: result "capnweb/in-memory under x": got none`);
});
