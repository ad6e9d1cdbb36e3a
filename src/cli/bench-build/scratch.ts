/** Copies of the site in which entries may be added without touching it. */
import { cp, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readRecord } from '../../harness/read-record.ts';
import type { ContentFile, Template } from './generate.ts';

/** What a build reads, besides packages. */
const PARTS = [
  'astro.config.mjs',
  'bench-workers',
  'content',
  'package.json',
  'public',
  'src',
  'tsconfig.base.json',
  'tsconfig.json',
];

/**
 * Copies what a build reads. Packages are linked file by file: some are imported by their path in
 * `node_modules`, and a symbolic link to that folder would lead Astro back to the project.
 */
export async function copySite(root: string, scratch: string): Promise<void> {
  await mkdir(scratch, { recursive: true });
  for (const part of PARTS) {
    await cp(join(root, part), join(scratch, part), { recursive: true });
  }
  await linkPackages(join(root, 'node_modules'), join(scratch, 'node_modules'));
}

async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const item of await readdir(from, { withFileTypes: true })) {
    // Caches and commands are no packages.
    if (item.name.startsWith('.')) continue;
    const [source, target] = [join(from, item.name), join(to, item.name)];
    if (item.isDirectory()) await linkPackages(source, target);
    else if (item.isFile()) await link(source, target);
  }
}

/** Puts the site's own content back, and removes what a build has made and kept. */
export async function resetCopy(root: string, scratch: string): Promise<void> {
  for (const made of ['content', 'dist', '.astro', 'node_modules/.astro', 'node_modules/.vite']) {
    await remove(join(scratch, made));
  }
  await cp(join(root, 'content'), join(scratch, 'content'), { recursive: true });
}

/** Writes files below the copy's `content/`. @returns bytes of the records among them */
export async function writeContent(
  scratch: string,
  files: Iterable<ContentFile>,
): Promise<{ records: number; recordBytes: number }> {
  const counted = { records: 0, recordBytes: 0 };
  for (const { path, text } of files) {
    const file = join(scratch, 'content', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
    if (!path.startsWith('records/')) continue;
    counted.records += 1;
    counted.recordBytes += Buffer.byteLength(text);
  }
  return counted;
}

/** Of an entry's front matter, what its records are found by. */
const recordsSchema = z.object({ records: z.array(z.string()) });

/** The site's entries with their records, by name. */
export async function readTemplates(root: string): Promise<Template[]> {
  const folder = join(root, 'content/entries');
  const files = await readdir(folder, { recursive: true });
  const entries = files.filter((file) => file.endsWith('.mdx')).sort();
  return Promise.all(
    entries.map(async (file): Promise<Template> => {
      const text = await readFile(join(folder, file), 'utf8');
      const [, front = ''] = /^---\n(.*?)\n---/s.exec(text) ?? [];
      const { data, error } = recordsSchema.safeParse(parse(front));
      if (error) throw new Error(`content/entries/${file}: ${z.prettifyError(error)}`);
      const records = await Promise.all(
        data.records.map(async (id) => {
          const path = `content/records/${id}.json`;
          const record = readRecord(await readFile(join(root, path), 'utf8'), path);
          return { id, record };
        }),
      );
      return { id: file.replaceAll('\\', '/').replace(/\.mdx$/, ''), text, records };
    }),
  );
}

/** Removes a folder and everything in it. */
export async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
