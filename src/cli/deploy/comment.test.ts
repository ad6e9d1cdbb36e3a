import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { comment } from './comment.ts';

/** The comment, given what the workflow knows and what was measured. */
async function commentOf(
  env: Readonly<Record<string, string>>,
  measured?: unknown,
  changes?: readonly string[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-comment-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'measured.json');
  writeFileSync(file, JSON.stringify(measured ?? null));
  const lines = join(folder, 'changes.txt');
  writeFileSync(lines, `${changes?.join('\n')}\n`);
  const files = {
    MEASURED: measured === undefined ? '' : file,
    CHANGES: changes === undefined ? '' : lines,
  };
  return comment({ ADDRESS: '', RUN: '12', ...env, ...files });
}

const row = {
  arm: 'capnweb/in-memory',
  workload: 'echo-2500x8',
  verdict: 'slower',
  ratio: { value: 1.084 },
};

it('names the preview’s address, what changes, and the comparisons by their verdicts', async () => {
  const rows = [
    row,
    { ...row, workload: 'increment', ratio: { value: 1.2 } },
    { ...row, verdict: 'undecided' },
  ];
  const found = await commentOf(
    { ADDRESS: 'https://pr-7-roundtrip.example.workers.dev' },
    { studies: [{ study: 'lumenize-vs-capnweb', changed: [row.arm] }], rows },
    [
      '40\t0\tcontent/entries/streams/near.mdx',
      '1\t1\tcontent/docs/method/index.mdx',
      '12\t3\tcontent/results/streams/near.json',
      '3\t2\tsrc/links/http.ts',
      '-\t-\tpublic/picture.png',
      '1\t0\tcontent/docs/`@owner` <img src=x>.mdx',
    ],
  );
  expect(found).toBe(`<!-- roundtrip-preview -->

## Preview

https://pr-7-roundtrip.example.workers.dev

## Changes

- 2 texts of pages: \`/studies/streams/near/\` (+40 −0 lines), \`/method/\` (+1 −1 lines)
- 1 published results: \`streams/near\` (+12 −3 rows)
- 3 other files

## Measurement

Time against the base, both measured in one run:

- 2 slower: \`capnweb/in-memory\` in \`echo-2500x8\` (1.08×), \`capnweb/in-memory\` in \`increment\` (1.20×)
- 0 faster
- 1 undecided: \`capnweb/in-memory\` in \`echo-2500x8\` (1.08×)
- 0 equal
`);
});

it('names comparisons whose conditions differ', async () => {
  const rows = [{ ...row, verdict: undefined }];
  const found = await commentOf({}, { studies: [{ study: 'lumenize-vs-capnweb' }], rows });
  expect(found).toContain('- 1 without a verdict: `capnweb/in-memory` in `echo-2500x8` (1.08×)');
});

it('says how to see a preview that is not deployed, and what was not measured', async () => {
  const none = await commentOf({});
  expect(none).toContain('`gh run download 12 -n preview -D preview && npm run deploy');
  expect(none).toContain('No result.');
  const same = await commentOf({}, { studies: [], rows: [] });
  expect(same).toContain('No configuration’s code changed');
});

it.each(['`@owner`', '<img src=x>', '[a](https://evil.example)', 'a\n# b', 'a|b'])(
  'refuses a document that names an arm %j',
  async (arm) => {
    const measured = commentOf({}, { studies: [], rows: [{ ...row, arm }] });
    await expect(measured).rejects.toThrow('at rows[0].arm');
  },
);
