/** A built site as a comparison reads it: its pages, and what its JSON says. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { readJson } from '../../shared/workerd.ts';

const ratioSchema = z.object({
  ...{ record: z.string(), workload: z.string(), arm: z.string(), reference: z.string() },
  ...{ ratio: z.number(), low: z.number().optional(), high: z.number().optional() },
  verdict: z.string().optional(),
});

const claimSchema = z.object({
  entry: z.string(),
  text: z.string(),
  stated: z.string(),
  recomputed: z.string().nullish(),
  verdict: z.string(),
});

const recordsSchema = z.object({ records: z.array(z.object({ id: z.string() })) });
const entriesSchema = z.object({
  entries: z.array(z.object({ id: z.string(), answer: z.string().optional() })),
});
const entrySchema = z.object({ ratios: z.array(ratioSchema) });
const errataSchema = z.object({ studies: z.array(z.object({ claims: z.array(claimSchema) })) });

/** A page by what is compared of it. */
export interface Page {
  title: string;
  /** Hashes of its text, and of its markup with the names of fingerprinted files made alike. */
  text: string;
  markup: string;
  /** The weight of page, style sheets and scripts that a reader loads at first; in bytes, compressed. */
  bytes: number;
}

export interface BuiltSite {
  /** By path: `/studies/`. */
  pages: ReadonlyMap<string, Page>;
  /** Ids of records. */
  records: readonly string[];
  /** An arm against the reference in a record, as the JSON of an entry has it. */
  ratios: ReadonlyArray<z.infer<typeof ratioSchema>>;
  /** Verdicts by entry and claim, with a line feed between the two. */
  claims: ReadonlyMap<string, string>;
  /** Sentences by the id of their entry. */
  answers: ReadonlyMap<string, string>;
}

/** @throws Error naming the file that is not of the form it must have */
export async function readSite(directory: string): Promise<BuiltSite> {
  /** A file of the site; what stands for it where an older site does not have it yet. */
  const read = async <Value>(path: string, schema: z.ZodType<Value>, absent: Value) => {
    const file = join(directory, path);
    return existsSync(file) ? readJson(file, schema) : absent;
  };
  const { entries } = await read('api/entries.json', entriesSchema, { entries: [] });
  const ratios = await Promise.all(
    entries.map(({ id }) => read(`api/entries/${id}.json`, entrySchema, { ratios: [] })),
  );
  const { records } = await read('api/records.json', recordsSchema, { records: [] });
  const { studies } = await read('errata.json', errataSchema, { studies: [] });
  return {
    pages: await readPages(directory),
    records: records.map(({ id }) => id),
    ratios: ratios.flatMap((entry) => entry.ratios),
    claims: verdictsOf(studies.flatMap(({ claims }) => claims)),
    answers: new Map(
      entries.flatMap(({ id, answer }) => (answer === undefined ? [] : [[id, answer] as const])),
    ),
  };
}

/** A claim that an entry makes twice is told apart by its place. */
function verdictsOf(claims: ReadonlyArray<z.infer<typeof claimSchema>>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { entry, text: claim, stated, recomputed, verdict } of claims) {
    let key = `${entry}\n${claim}`;
    while (texts.has(key)) key += '\n';
    const again = (recomputed ?? '') === '' ? '' : `, recomputed ${recomputed}`;
    texts.set(key, `${verdict} (stated ${stated}${again})`);
  }
  return texts;
}

async function readPages(directory: string): Promise<Map<string, Page>> {
  const files = await readdir(directory, { recursive: true });
  const html = files.filter((file) => file.endsWith('.html')).sort();
  if (html.length === 0) throw new Error(`${directory}: got no page, expected a built site`);
  const sizes = new Map<string, number>();
  const sizeOf = async (path: string): Promise<number> => {
    const known = sizes.get(path);
    if (known !== undefined) return known;
    const file = join(directory, path);
    const size = existsSync(file) ? gzipSync(await readFile(file)).length : 0;
    sizes.set(path, size);
    return size;
  };
  const pages = new Map<string, Page>();
  for (const file of html) {
    const source = await readFile(join(directory, file), 'utf8');
    let bytes = gzipSync(source).length;
    for (const path of loadedBy(source)) bytes += await sizeOf(path);
    const main = /<main[^>]*>[^]*<\/main>/.exec(source)?.[0] ?? source;
    const markup = alike(main);
    pages.set(`/${file}`.replace(/index\.html$/, ''), {
      title: /<title>([^<]*)/.exec(source)?.[1]?.replace(/ \| Roundtrip$/, '') ?? '',
      text: hash(textOf(markup)),
      markup: hash(markup),
      bytes,
    });
  }
  return pages;
}

/** The site’s own style sheets and scripts that a page names. */
function loadedBy(source: string): Set<string> {
  const named = source.matchAll(/(?:href|src)="(\/_astro\/[^"]+\.(?:css|js))"/g);
  return new Set([...named].map(([, path = '']) => path));
}

/** Markup whose fingerprints are left out: a file whose name changed is not a page that did. */
function alike(markup: string): string {
  return markup.replaceAll(/(\/_astro\/[^"'\s)]*?)\.[\w-]{8}\.(\w+)/g, '$1.$2');
}

function textOf(markup: string): string {
  return markup
    .replaceAll(/<(script|style|svg)\b[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
