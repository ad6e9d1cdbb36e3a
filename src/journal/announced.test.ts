import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readEntryFile } from './entry-file.ts';
import { sourceSchema } from './collections/records.ts';
import { parseResult } from '../results/file.ts';

// What documents announce, and whether what this site says of it is still so.

const sources = globSync('content/sources/*.json').map((file) => ({
  file,
  ...sourceSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
}));

/** What was measured, `arm workload` each. */
const measured = globSync('content/results/*/*.json').flatMap((file) => {
  const result = parseResult(readFileSync(file, 'utf8'), file);
  // Failures of connections are no operation of a study.
  if (result.kind !== 'measured') return [];
  const { arms, workloads } = result.plan;
  return arms.flatMap((arm) => workloads.map((workload) => `${arm} ${workload}`));
});

const doneBy = (awaits: string): string[] => {
  const pattern = new RegExp(awaits, 'i');
  return measured.filter((each) => pattern.test(each));
};

it('finds what was measured', () => {
  expect(doneBy('^kkrpc\\S* memory$').length).toBeGreaterThan(0);
});

it.each(sources)('what $file announces and is open has not been measured', ({ announced }) => {
  for (const { what, state, awaits } of announced) {
    if (state === 'open') expect(awaits, `${what}: what would do it`).toBeDefined();
    if (awaits !== undefined) expect(doneBy(awaits), `${what} is ${state}`).toEqual([]);
  }
});

it.each(sources)('what $file announces and was done here names the entry that did it', (source) => {
  for (const { what, state, note, seen } of source.announced) {
    if (/measured here/i.test(note)) expect(seen.length, `${what} is ${state}`).toBeGreaterThan(0);
    for (const { href, title } of seen) {
      const [, entry] = /^\/studies\/([^/]+\/[^/#]+)\/$/.exec(href) ?? [];
      if (entry === undefined) continue;
      const file = `content/entries/${entry}.mdx`;
      expect(readEntryFile(readFileSync(file, 'utf8'), file).data['title']).toBe(title);
    }
  }
});
