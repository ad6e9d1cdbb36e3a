/** The differences between two revisions of the site that a reviewer wants to know. */
import { z } from 'zod';
import { changesOf, type Recorded } from '../../../probes/recorded.ts';
import type { BuiltSite, Claim, Page, Ratio } from './site.ts';

/** Longest text of one item that is kept, and most items of a kind: a comment has an end. */
const LONGEST = 600;
const MOST = 2000;

const text = z.string().max(LONGEST);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(MOST);

/**
 * The differences, as `--json` prints them and `--from` takes them. It may come from code that nobody has
 * reviewed: every text is bounded, and is shown as plain text.
 */
export const differencesSchema = z.strictObject({
  base: z.string().regex(/^[0-9a-f]{40}$/),
  head: z.string().regex(/^[0-9a-f]{40}$/),
  pages: list(
    z.strictObject({
      path: z
        .string()
        .regex(/^\/[\w./-]*$/)
        .max(LONGEST),
      title: text,
      change: z.enum(['new', 'text', 'markup', 'gone']),
    }),
  ),
  records: list(
    z.strictObject({
      record: text,
      ratios: list(
        z.strictObject({
          workload: text,
          arm: text,
          reference: text,
          ratio: z.number(),
          low: z.number().optional(),
          high: z.number().optional(),
          verdict: text.optional(),
        }),
      ),
    }),
  ),
  claims: list(z.strictObject({ entry: text, text, was: text.nullable(), is: text.nullable() })),
  probes: list(
    z.strictObject({ probe: text, system: text, was: text.nullable(), is: text.nullable() }),
  ),
  sentences: list(z.strictObject({ entry: text, was: text.nullable(), is: text.nullable() })),
  /** Of pages whose weight differs by more than a little; in bytes, compressed. */
  weights: list(
    z.strictObject({
      path: z
        .string()
        .regex(/^\/[\w./-]*$/)
        .max(LONGEST),
      was: z.number().int(),
      is: z.number().int(),
    }),
  ),
  /** Sums over all pages, in bytes, compressed. */
  weight: z.strictObject({
    pages: z.number().int(),
    was: z.number().int(),
    is: z.number().int(),
  }),
  /** Files by which the arms changed; none where the Workers are the same. */
  arms: list(text),
});
export type Differences = z.infer<typeof differencesSchema>;

/** A revision: its site, its recorded probes, and its commit. */
export interface Revision {
  commit: string;
  site: BuiltSite;
  probes: Recorded['results'];
}

/** A page's weight is told when it differs by more than this share, and by more bytes than this. */
const SHARE = 0.02;
const BYTES = 200;

/** @param files paths that differ between the two revisions */
export function differences(base: Revision, head: Revision, files: readonly string[]): Differences {
  const known = new Set(base.site.records);
  const both = [...head.site.pages].flatMap(([path, page]) => {
    const before = base.site.pages.get(path);
    return before === undefined ? [] : [{ path, was: before.bytes, is: page.bytes }];
  });
  const sum = (side: 'was' | 'is') => both.reduce((total, page) => total + page[side], 0);
  return {
    base: base.commit,
    head: head.commit,
    pages: changedPages(base.site.pages, head.site.pages),
    records: head.site.records
      .filter((id) => !known.has(id))
      .map((id) => ({
        record: id,
        ratios: head.site.ratios.filter(({ record }) => record === id).map(ratioOf),
      })),
    claims: changed(claimTexts(base.site.claims), claimTexts(head.site.claims)).map(
      ([key, was, is]) => {
        const [entry = '', claim = ''] = key.split('\n');
        return { entry, text: cut(claim), was, is };
      },
    ),
    probes: changesOf(base.probes, head.probes, true).map(({ was = null, is = null, ...each }) => ({
      ...each,
      was,
      is,
    })),
    sentences: changed(base.site.answers, head.site.answers).map(([entry, was, is]) => ({
      entry,
      was,
      is,
    })),
    weights: both.filter(({ was, is }) => Math.abs(is - was) > Math.max(BYTES, SHARE * was)),
    weight: { pages: both.length, was: sum('was'), is: sum('is') },
    arms: files.filter(changesArms),
  };
}

function ratioOf({ workload, arm, reference, ratio, low, high, verdict }: Ratio) {
  return { workload, arm, reference, ratio, low, high, verdict };
}

function changedPages(
  before: ReadonlyMap<string, Page>,
  after: ReadonlyMap<string, Page>,
): Differences['pages'] {
  const found: Differences['pages'] = [];
  for (const [path, page] of after) {
    const old = before.get(path);
    const change =
      old === undefined
        ? 'new'
        : old.text !== page.text
          ? 'text'
          : old.markup !== page.markup && 'markup';
    if (change) found.push({ path, title: cut(page.title), change });
  }
  for (const [path, { title }] of before) {
    if (!after.has(path)) found.push({ path, title: cut(title), change: 'gone' });
  }
  const order = ['new', 'text', 'gone', 'markup'];
  return found.toSorted(
    (one, other) =>
      order.indexOf(one.change) - order.indexOf(other.change) || one.path.localeCompare(other.path),
  );
}

/** Verdicts by entry and claim. A claim that an entry makes twice is told apart by its place. */
function claimTexts(claims: readonly Claim[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { entry, text: claim, stated, recomputed, verdict } of claims) {
    let key = `${entry}\n${claim}`;
    while (texts.has(key)) key += '\n';
    const again = (recomputed ?? '') === '' ? '' : `, recomputed ${recomputed}`;
    texts.set(key, `${verdict} (stated ${stated}${again})`);
  }
  return texts;
}

/** The differences between two maps: key, old and new value; null where there is none. */
function changed(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Array<[key: string, was: string | null, is: string | null]> {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    return was === is
      ? []
      : [[key, cutOrNull(was), cutOrNull(is)] as [string, string | null, string | null]];
  });
}

/** Whether a file is part of what an arm runs: tests and notes are not. */
export function changesArms(file: string): boolean {
  if (/\.test\.ts$|\/testing\//.test(file)) return false;
  return /^(bench-workers\/|src\/(systems|places|harness\/run)\/|package-lock\.json$|wrangler\.jsonc$)/.test(
    file,
  );
}

function cut(long: string): string {
  return long.length <= LONGEST ? long : `${long.slice(0, LONGEST - 1)}…`;
}

function cutOrNull(long: string | undefined): string | null {
  return long === undefined ? null : cut(long);
}
