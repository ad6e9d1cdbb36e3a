/** Formulas and claims over the content collections. */
import { type CollectionEntry, getCollection } from 'astro:content';
import { checkClaims, type CheckedClaim } from '../claims/check.ts';
import { markedNumber, replaceNumbers } from '../claims/number.ts';
import type { Scope } from '../claims/scope.ts';
import { countVerdicts, type VerdictCounts } from '../report/claim-verdicts.ts';
import { findOutline } from '../studies/outlines.ts';
import { hrefOf } from './entries.ts';
import { findRecord } from './records.ts';
import { studyEntries } from './studies.ts';

type Entry = CollectionEntry<'entries'>;

/**
 * What was computed once for a build. While writing, files change under a running server, so
 * there everything is computed afresh.
 */
const checked = new Map<string, Promise<CheckedClaim[]>>();

function once<Value>(
  kept: Map<string, Promise<Value>>,
  id: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  if (import.meta.env.DEV) return compute();
  const known = kept.get(id) ?? compute();
  kept.set(id, known);
  return known;
}

/** What the formulas of an entry can see. */
export function scopeOf({ data }: Entry): Scope {
  return {
    study: findOutline(data.study.id),
    records: data.records.map(({ id }) => id),
    configuration: data.configuration,
    find: findRecord,
  };
}

/** Path of an entry's file, for errors. */
export function fileOf({ id }: Entry): string {
  return `content/entries/${id}.mdx`;
}

/**
 * The claims of an entry with what becomes of them.
 *
 * @throws Error naming file, field and formula, when a formula is broken
 */
export function checkedClaims(entry: Entry): Promise<CheckedClaim[]> {
  return once(checked, entry.id, () =>
    checkClaims({ id: entry.id, claims: entry.data.claims }, scopeOf(entry)),
  );
}

/** An entry with its claims. */
export interface EntryClaims {
  title: string;
  href: string;
  claims: CheckedClaim[];
}

/** A study with the claims of all its entries. */
export interface StudyClaims {
  /** Id of the study. */
  study: string;
  title: string;
  href: string;
  /** Its entries that claim anything, in the order of its journal. */
  entries: EntryClaims[];
  counts: VerdictCounts;
}

/** All claims by study and entry; studies in the order of their list. */
export async function allClaims(): Promise<StudyClaims[]> {
  const byStudy = Map.groupBy(await getCollection('entries'), ({ data }) => data.study.id);
  return Promise.all(
    (await studyEntries()).map(async ({ id, data }) => {
      const journal = (byStudy.get(id) ?? []).sort(
        (one, other) => one.data.place - other.data.place || one.id.localeCompare(other.id),
      );
      const entries = await Promise.all(
        journal.map(async (entry) => ({
          title: entry.data.title,
          href: hrefOf(entry),
          claims: await checkedClaims(entry),
        })),
      );
      return {
        study: id,
        title: data.title,
        href: `/studies/${id}/`,
        entries: entries.filter(({ claims }) => claims.length > 0),
        counts: countVerdicts(entries.flatMap(({ claims }) => claims)),
      };
    }),
  );
}

/**
 * The body of an entry as Markdown, in which every figure stands with its unit and its mark:
 * `24.43 ms (quoted)`.
 *
 * @throws Error naming file and formula, when a figure cannot be given
 */
export function proseMarkdown(entry: CollectionEntry<'entries'>): Promise<string> {
  const file = fileOf(entry);
  const scope = scopeOf(entry);
  return replaceNumbers(entry.body ?? '', file, async (attributes) => {
    const { text, mark } = await markedNumber(attributes, file, scope);
    return `${text} (${mark})`;
  });
}
