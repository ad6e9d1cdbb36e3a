/** Formulas and claims over the content collections. */
import { readFile } from 'node:fs/promises';
import { root } from 'astro:config/server';
import { type CollectionEntry, getEntry } from 'astro:content';
import { checkClaims, type CheckedClaim, type Elsewhere } from '../claims/check.ts';
import { markedNumber, replaceNumbers } from '../claims/number.ts';
import type { Scope } from '../claims/scope.ts';
import { readRecorded, RECORDED } from '../probes/recorded.ts';
import { countVerdicts, probeAnswer } from '../report/claim-verdicts.ts';
import { findOutline } from '../studies/outlines.ts';
import { hrefOf, readJournal } from './journal.ts';
import { oncePerBuild } from './once.ts';
import { fileOf } from './order.ts';
import { findRecord } from './records.ts';
import { studyEntries } from './studies.ts';

type Entry = CollectionEntry<'entries'>;

/** What the formulas of an entry can see. */
export function scopeOf({ data }: Entry): Scope {
  return {
    study: findOutline(data.study.id),
    records: data.records.map(({ id }) => id),
    configuration: data.configuration,
    find: findRecord,
  };
}

/**
 * The claims of an entry with what becomes of them.
 *
 * @throws Error naming file, field and formula, when a formula is broken
 */
export const checkedClaims = oncePerBuild(
  ({ id }: Entry) => id,
  (entry): Promise<CheckedClaim[]> =>
    checkClaims(
      {
        id: entry.id,
        claims: entry.data.claims,
        sources: entry.data.sources.map(({ document }) => ({ document: document.id })),
      },
      scopeOf(entry),
      elsewhere,
    ),
);

const recorded = oncePerBuild(
  (path: string) => path,
  async (path) => readRecorded(await readFile(new URL(path, root), 'utf8')),
);

const elsewhere: Elsewhere = {
  findSource: async (id) => (await getEntry('sources', id))?.data,
  findProbe: async (probe, system) => probeAnswer(await recorded(RECORDED), probe, system),
};

/** A study with the claims of all its entries. */
export type StudyClaims = Awaited<ReturnType<typeof allClaims>>[number];

/** All claims by study and entry; studies in the order of their list. */
export async function allClaims() {
  const { ofStudy } = await readJournal();
  return Promise.all(
    (await studyEntries()).map(async ({ id, data }) => {
      const entries = await Promise.all(
        ofStudy(id).map(async (entry) => ({
          title: entry.data.title,
          href: hrefOf(entry),
          claims: await checkedClaims(entry),
        })),
      );
      return {
        study: id,
        title: data.title,
        href: `/studies/${id}/`,
        /** Its entries that claim anything, in the order of its journal. */
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
export function proseMarkdown(entry: Entry): Promise<string> {
  const file = fileOf(entry);
  const scope = scopeOf(entry);
  return replaceNumbers(entry.body ?? '', file, async (attributes) => {
    const { text, mark } = await markedNumber(attributes, file, scope);
    return `${text} (${mark})`;
  });
}
