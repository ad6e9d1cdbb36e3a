/**
 * `npm run bench -- build`: what a long journal costs. For each size the site's own entries are
 * copied with their records, under new names, in a scratch copy of the site.
 */
import * as fs from 'node:fs/promises';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { columns } from '../../report/table.ts';
import { entryIds, readEntry } from '../claims/read.ts';
import { runCommand, wholeNumber } from '../shared/args.ts';
import { buildSite } from '../shared/pages.ts';

/** What a build reads, besides packages. */
const PARTS = ['src', 'public', 'content', 'bench-workers', 'package.json', 'astro.config.mjs'];
PARTS.push('tsconfig.json', 'tsconfig.base.json');
/** Pages by kind. Of each kind the one with the most HTML is weighed. */
const PAGES = Object.entries({
  homeKB: 'index.html',
  studyKB: 'studies/*/index.html',
  entryKB: 'studies/*/*/index.html',
});

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run bench -- build [flags]'],
      about: `Builds the site with entries added. Reports seconds, and for the heaviest page of each kind what
a browser loads before anything is pressed: HTML, styles and scripts after Brotli, in kB of 1000.`,
      flags: {
        entries: { value: '<a,b>', help: 'entries added, 0 to 100000 (10,100,1000)' },
        json: { help: 'one JSON document on stdout instead of the table' },
      },
    },
    async ({ values }) => {
      const sizes = (values.entries ?? '10,100,1000').split(',');
      const costs: Record<string, number>[] = [];
      for (const entries of sizes.map((size) => wholeNumber('--entries', size, 0, 100_000))) {
        console.error(`${entries} entries more …`);
        costs.push({ entries, ...(await costOf(process.cwd(), entries)) });
      }
      const rows = costs.map((cost) => Object.values(cost).map((each) => String(+each.toFixed(1))));
      const table = columns(Object.keys(costs[0] ?? {}), rows, []);
      console.log(values.json ? JSON.stringify(costs) : table.join('\n'));
      return 0;
    },
    argv,
  );

async function costOf(root: string, entries: number): Promise<Record<string, number>> {
  await fs.mkdir(join(root, '.local'), { recursive: true });
  const scratch = await fs.mkdtemp(join(root, '.local/bench-build-'));
  try {
    for (const part of PARTS) {
      await fs.cp(join(root, part), join(scratch, part), { recursive: true });
    }
    // Package by package: a link to the whole folder would lead Astro back to the site itself.
    await fs.mkdir(join(scratch, 'node_modules'));
    for (const name of await fs.readdir(join(root, 'node_modules'))) {
      if (name.startsWith('.') && name !== '.bin') continue;
      await fs.symlink(join(root, 'node_modules', name), join(scratch, 'node_modules', name));
    }
    await addEntries(scratch, entries);
    const started = performance.now();
    await buildSite(scratch, { benchOrigin: '', siteUrl: 'http://localhost' });
    const seconds = (performance.now() - started) / 1000;
    return { seconds, ...(await weights(join(scratch, 'dist'))) };
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}

/** Adds copies of the entries in turn, each behind all others of its study. */
export async function addEntries(root: string, count: number): Promise<void> {
  const ids = await entryIds(root);
  const content = (file: string) => join(root, 'content', file);
  for (let index = 1; index <= count; index += 1) {
    const id = ids[index % ids.length] ?? '';
    const { data, records, body } = await readEntry(root, id);
    const copy = (name: string) => `${name}-copy-${index}`;
    for (const record of records) {
      await fs.cp(content(`records/${record}.json`), content(`records/${copy(record)}.json`));
    }
    // JSON is YAML.
    const front = JSON.stringify({ ...data, place: 1000 + index, records: records.map(copy) });
    await fs.writeFile(content(`entries/${copy(id)}.mdx`), `---\n${front}\n---\n${body}`);
  }
}

/** What the heaviest page of each kind weighs, in kB. @param dist a built site */
export async function weights(dist: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [kind, pattern] of PAGES) {
    let html = '';
    for await (const page of fs.glob(pattern, { cwd: dist })) {
      const text = await fs.readFile(join(dist, page), 'utf8');
      if (text.length > html.length) html = text;
    }
    if (html === '') throw new Error(`${dist}: got no ${pattern}, expected a page`);
    const files = new Set([...html.matchAll(LOADED)].map(([, file = '']) => file));
    let bytes = brotliCompressSync(html).length;
    // A set that grows while it is walked: what is added is walked too.
    for (const file of files) {
      const text = await fs.readFile(join(dist, file), 'utf8');
      bytes += brotliCompressSync(text).length;
      for (const [, target = ''] of text.matchAll(STATIC_IMPORT)) {
        files.add(posix.join(posix.dirname(file), target));
      }
    }
    found[kind] = bytes / 1000;
  }
  return found;
}

const LOADED = /<(?:link|script)\b[^>]*\s(?:href|src)="(\/[^"]+\.(?:css|js))"/g;
/** As bundlers write them; what is imported later is not loaded with the page. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g;
