/** Formulas and claims over the content collections. */
import { readFile } from 'node:fs/promises';
import { root } from 'astro:config/server';
import { type CollectionEntry, getEntry } from 'astro:content';
import { checkClaims, type CheckedClaim, type Finders } from '../claims/check.ts';
import { claimAnchor } from '../claims/claim.ts';
import { type Attributes, expectClaim, proseNumber } from '../claims/elements.ts';
import { proseRatio, ratioTable } from '../claims/ratio.ts';
import { readOnce, type Scope } from '../claims/scope.ts';
import { readRecorded, RECORDED } from '../probes/recorded.ts';
import { countVerdicts } from '../claims/claim-table.ts';
import { probeAnswer } from '../claims/probe-answer.ts';
import { findOutline } from '../studies/outlines.ts';
import { hrefOf, readJournal } from './journal.ts';
import { fileOf, oncePerBuild } from './build.ts';
import { publishedResult } from './results.ts';
import { type FigureText, studyEntries } from './studies.ts';

type Entry = CollectionEntry<'entries'>;

/** What the formulas of a text can see. */
function scopeOf({ data }: FigureText['entry']): Scope {
  return {
    study: findOutline(data.study.id),
    records: data.records.map(({ id }) => id),
    configuration: data.configuration,
    find: readOnce(publishedResult),
  };
}

/**
 * The claims of an entry with what becomes of them.
 *
 * @throws Error naming file, field and formula, when a formula is broken
 */
export const checkedClaims = oncePerBuild((entry: Entry): Promise<CheckedClaim[]> =>
  checkClaims(
    {
      id: entry.id,
      claims: entry.data.claims,
      sources: entry.data.sources.map(({ document }) => ({ document: document.id })),
    },
    scopeOf(entry),
    finders,
  ),
);

const recorded = oncePerBuild(async (path: string) =>
  readRecorded(await readFile(new URL(path, root), 'utf8')),
);

const finders: Finders = {
  findSource: async (id) => (await getEntry('sources', id))?.data,
  findProbe: async (probe, system) => probeAnswer(await recorded(RECORDED), probe, system),
};

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

/** Id of a claim on the page of its document, where claims of several entries stand. */
export function anchorOnSource({ entry, text }: Pick<CheckedClaim, 'entry' | 'text'>): string {
  return claimAnchor(`${entry} ${text}`);
}

/** Where a claim stands with everything else that its document states. */
export function claimHref(claim: CheckedClaim): string {
  const { study, entry, document } = claim;
  return document === undefined
    ? `/studies/${study}/${entry}/#claims`
    : `/sources/${document}/#${anchorOnSource(claim)}`;
}

/**
 * The figures of a text, as its elements ask for them: each throws an Error that names file and element when
 * it cannot be given.
 *
 * @param page what its page sets as `Astro.locals.entry` before it renders the text
 */
export function figuresIn(page: FigureText | undefined) {
  if (!page) throw new Error('got no entry in Astro.locals, expected the page to set it');
  const { entry } = page;
  const given = [fileOf(entry), scopeOf(entry)] as const;
  return {
    number: (attributes: Attributes) => proseNumber(attributes, ...given),
    ratio: (attributes: Attributes) => proseRatio(attributes, ...given),
    table: (attributes: Attributes) => ratioTable(attributes, ...given),
    claim: (attributes: Attributes) => expectClaim(attributes, ...given),
  };
}
