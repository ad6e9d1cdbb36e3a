/** The differences between two revisions of the site that a reviewer wants to know. */
import { z } from 'zod';
import { changesOf, type Recorded } from '../../../probes/recorded.ts';
import type { BuiltSite, Page } from './site.ts';

/** Longest text of one item that is kept, and most items of a kind: a comment has an end. */
const LONGEST = 600;
const MOST = 2000;

const text = z.string().max(LONGEST);
const commit = z.string().regex(/^[0-9a-f]{40}$/);
const path = text.regex(/^\/[\w./-]*$/);
const list = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.strictObject(shape)).max(MOST);
/** Of something with texts: null where one of the revisions lacks it. */
const changed = { was: text.nullable(), is: text.nullable() };
/** In bytes, compressed. */
const weighed = { was: z.number().int(), is: z.number().int() };
/** In the order in which a reviewer wants to know of them. */
const changes = ['new', 'text', 'gone', 'markup'] as const;

/** An arm against the reference in a record, as the JSON of an entry has it. */
const ratio = {
  workload: text,
  arm: text,
  reference: text,
  ratio: z.number(),
  low: z.number().optional(),
  high: z.number().optional(),
  verdict: text.optional(),
};

/**
 * The differences, as `--json` prints them and `--from` takes them. It may come from code that nobody has
 * reviewed: every text is bounded, and is shown as plain text.
 */
export const differencesSchema = z.strictObject({
  base: commit,
  head: commit,
  pages: list({ path, title: text, change: z.enum(changes) }),
  records: list({ record: text, ratios: z.array(z.object(ratio)).max(MOST) }),
  claims: list({ entry: text, text, ...changed }),
  probes: list({ probe: text, system: text, ...changed }),
  sentences: list({ entry: text, ...changed }),
  /** Of pages whose weight differs by more than a little. */
  weights: list({ path, ...weighed }),
  /** Sums over all pages. */
  weight: z.strictObject({ pages: z.number().int(), ...weighed }),
  /** Files by which the arms changed; none where the Workers are the same. */
  arms: z.array(text).max(MOST),
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
  const [before, after] = [base.site, head.site];
  const known = new Set(before.records);
  const both = [...after.pages].flatMap(([path, { bytes: is }]) => {
    const was = before.pages.get(path)?.bytes;
    return was === undefined ? [] : [{ path, was, is }];
  });
  const sum = (side: 'was' | 'is') => both.reduce((total, page) => total + page[side], 0);
  const found: z.input<typeof differencesSchema> = {
    base: base.commit,
    head: head.commit,
    pages: changedPages(before.pages, after.pages),
    records: after.records
      .filter((record) => !known.has(record))
      .map((record) => ({
        record,
        ratios: after.ratios.filter((each) => each.record === record),
      })),
    claims: changesIn(before.claims, after.claims).map(({ key, ...change }) => {
      const [entry = '', claim = ''] = key.split('\n');
      return { entry, text: claim, ...change };
    }),
    probes: changesOf(base.probes, head.probes, true).map(
      ({ probe, system, was = null, is = null }) => ({ probe, system, was, is }),
    ),
    sentences: changesIn(before.answers, after.answers).map(({ key, ...change }) => ({
      ...{ entry: key, ...change },
    })),
    weights: both.filter(({ was, is }) => Math.abs(is - was) > Math.max(BYTES, SHARE * was)),
    weight: { pages: both.length, was: sum('was'), is: sum('is') },
    arms: files.filter(changesArms),
  };
  const whole = JSON.stringify(found, (_, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value,
  );
  return differencesSchema.parse(JSON.parse(whole));
}

type Pages = ReadonlyMap<string, Page>;

function changedPages(before: Pages, after: Pages): Differences['pages'] {
  const changeOf = (old: Page | undefined, now: Page | undefined) => {
    if (old === undefined || now === undefined) return old === undefined ? 'new' : 'gone';
    if (old.text !== now.text) return 'text';
    return old.markup === now.markup ? undefined : 'markup';
  };
  return [...new Map([...before, ...after])]
    .flatMap(([path, { title }]) => {
      const change = changeOf(before.get(path), after.get(path));
      return change === undefined ? [] : [{ path, title, change } as const];
    })
    .toSorted(
      (one, other) =>
        changes.indexOf(one.change) - changes.indexOf(other.change) ||
        one.path.localeCompare(other.path),
    );
}

type Texts = ReadonlyMap<string, string>;

/** The texts that differ by their key; null where there is none. */
function changesIn(before: Texts, after: Texts) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was = null, is = null] = [before.get(key), after.get(key)];
    return was === is ? [] : [{ key, was, is }];
  });
}

/** Whether a file is part of what an arm runs: tests and notes are not. */
export function changesArms(file: string): boolean {
  if (/\.test\.ts$|\/testing\//.test(file)) return false;
  return /^(bench-workers\/|src\/(systems|places|harness\/run)\/|package-lock\.json$|wrangler\.jsonc$)/.test(
    file,
  );
}
