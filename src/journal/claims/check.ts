/** Recomputes what sources stated. */
import { plainName, withOutsideOf } from '../../core/plan/index.ts';
import { libraryOf } from '../../results/names.ts';
import type { Client } from '../../results/result.ts';
import type { Quantity } from '../../results/numbers/quantity.ts';
import { type Claim, lineAddress, type PublishedSource, type Today } from './claim.ts';
import { naming } from './formula.ts';
import { type Outcome, outcomeOf, plainText } from './recompute.ts';
import { findMeasured, pairIn, rowIn, type Scope } from './scope.ts';

/** An entry whose claims are checked. */
interface ClaimingEntry {
  /** `<study>/<slug>`. */
  id: string;
  claims: readonly Claim[];
  /** Documents it is drawn from. */
  sources: ReadonlyArray<{ document: string }>;
}

/** Finds the document of an id in content/sources/; undefined where there is none. */
export type FindSource = (id: string) => Promise<PublishedSource | undefined>;

/** A claim with what became of it. */
export interface CheckedClaim extends Outcome, Pick<Claim, 'text' | 'likely' | 'missing' | 'here'> {
  /** Id of the study. */
  study: string;
  /** Id of the entry without its study. */
  entry: string;
  /** Id of the document, where its entry has several or one. */
  document?: string | undefined;
  /** Addresses of the lines that the quotations in the text stand in, one after the other. */
  quoted?: string[] | undefined;
  /** A contradiction besides its own figures, and its address. */
  against?: { says: string; href: string } | undefined;
  /** Figures of the same comparison, measured here. */
  today?: TodayFigure[] | undefined;
}

/** A figure measured here, of the same comparison as a claim. */
export interface TodayFigure {
  /** Id of the record. */
  record: string;
  /** Name of the library that was timed, and of the one that its time is divided by. */
  of: string;
  to?: string;
  figure: Quantity;
  client: Client;
  roundTripMs: number;
}

/**
 * Checks the claims of an entry against the records in its scope.
 *
 * @throws Error naming file, field, formula and what is wrong, for a formula that is broken or does
 *   not fit what was stated, and for a document that is not there
 */
export async function checkClaims(
  { id, claims, sources }: ClaimingEntry,
  scope: Scope,
  findSource: FindSource,
): Promise<CheckedClaim[]> {
  const [study = '', entry = ''] = id.split('/');
  const [only, ...others] = new Set(sources.map(({ document }) => document));
  return Promise.all(
    claims.map(async (claim, index) => {
      const field = `content/entries/${id}.mdx claims.${index}`;
      const { text, likely, missing, here, against, line = [], today } = claim;
      const document = claim.document ?? (others.length === 0 ? only : undefined);
      const hrefOf = (at: number) => hrefOfLine(document, claim.neighbour, at, field, findSource);
      const quoted = await Promise.all([line].flat().map(hrefOf));
      return {
        study,
        entry,
        document,
        text,
        quoted: quoted.length > 0 ? quoted : undefined,
        ...(await outcomeOf(claim, field, scope)),
        against: against && {
          says: against.says,
          href: against.url ?? (await hrefOf(against.line ?? 1)),
        },
        today: today && (await naming({ field: `${field}.today` }, () => todayOf(today, scope))),
        likely,
        missing,
        here,
      };
    }),
  );
}

function todayOf(asked: readonly Today[], scope: Scope): Promise<TodayFigure[]> {
  return Promise.all(
    asked.map(async ({ record, of, to, workload }) => {
      const result = await findMeasured(scope, record);
      const { client, place, time } = rowIn(result, of, workload);
      const figure = to === undefined ? time : pairIn(result, of, to, workload);
      if (figure === undefined) throw new Error(`got no time of "${of}", expected one`);
      const study = withOutsideOf(scope.study, [result.environment]);
      const nameOf = (arm: string): string => plainName(libraryOf(study, arm).label);
      return {
        ...{ record: result.id, of: nameOf(of), ...(to !== undefined && { to: nameOf(to) }) },
        ...{ figure, client, roundTripMs: place.roundTripMs },
      };
    }),
  );
}

async function hrefOfLine(
  id: string | undefined,
  neighbour: string | undefined,
  line: number,
  field: string,
  findSource: FindSource,
): Promise<string> {
  if (id === undefined) {
    throw new Error(`${field}.document: got none, expected the one of several that has the line`);
  }
  const source = await findSource(id);
  if (!source) {
    throw new Error(`${field}.document: got "${id}", expected a file content/sources/${id}.json`);
  }
  const file =
    neighbour === undefined ? source : source.neighbours?.find((each) => each.id === neighbour);
  if (file) return lineAddress(source, file, line);
  throw new Error(
    `${field}.neighbour: got "${neighbour}", expected one of content/sources/${id}.json`,
  );
}

/** The claim without typography; `recomputed` is null for one that can't be checked. */
export function plainClaim(claim: CheckedClaim) {
  const { stated, recomputed, between, unaided } = claim;
  return {
    ...claim,
    stated: plainText(stated),
    recomputed: recomputed === undefined ? null : plainText(recomputed),
    between: between && plainText(between),
    unaided: unaided && plainText(unaided),
  };
}
