/** Recomputes what sources stated. */
import { plainName, withOutsideOf } from '../../core/plan/index.ts';
import { libraryOf, operationOf } from '../../results/names.ts';
import type { Client } from '../../results/result.ts';
import type { Quantity } from '../../results/numbers/quantity.ts';
import { lineAddress, type PublishedSource } from './addresses.ts';
import { type Claim, type Claims, claimsFile, type Today } from './claim.ts';
import { inField } from './formula.ts';
import { type Outcome, outcomeOf, plainText } from './recompute.ts';
import { findMeasured, list, pairIn, rowIn, type Scope } from './scope.ts';
import { judgeToday, readStated, type TodayVerdict } from './verdict.ts';

/** An entry whose claims are checked. */
interface ClaimingEntry {
  /** `<study>/<slug>`. */
  id: string;
  claims: Claims;
  /** Documents it is drawn from, by their ids. */
  sources: ReadonlyMap<string, PublishedSource>;
}

/** A claim with what became of it. */
export interface CheckedClaim extends Outcome {
  /** Id of the study, and that of the entry without it. */
  study: string;
  entry: string;
  document: string | undefined;
  text: string;
  /** Addresses of the lines that the quotations in the text stand in, one after the other. */
  quoted?: string[];
  /** A contradiction other than its own figures, and its address. */
  against?: { says: string; href: string };
  /** Figures of the same comparison, measured here. */
  today?: TodayFigure[];
  likely?: string;
  missing?: string;
  here?: string;
  known?: number;
}

/** A figure measured here, of the same comparison as a claim. */
export interface TodayFigure {
  /** Id of the record. */
  record: string;
  /** Name of the library that was timed, and of the one that its time is divided by. */
  of: string;
  to?: string;
  operation: string;
  /** Ids of that operation, and of the arms of the ratio. */
  workload: string;
  arms: { of: string; to: string | undefined };
  figure: Quantity;
  /** None of a time, which is another machine’s, and of a claim that says nothing of the ratio. */
  verdict?: TodayVerdict;
  client: Client;
  roundTripMs: number;
}

/** The source’s words in a claim’s text. */
export const quotation = /“[^”]*”/g;

/**
 * Checks the claims of an entry against the records in its scope.
 *
 * @throws Error naming the file, the claim, its field and what is wrong, for a formula that is broken or does not fit
 *   what was stated, and for a document or line that does not fit
 */
export function checkClaims({ id, claims, sources }: ClaimingEntry, scope: Scope): CheckedClaim[] {
  const [study = '', entry = ''] = id.split('/');
  const [only, ...others] = sources.keys();
  return claims.map((claim) => {
    const { text, likely, missing, here, known, against, today } = claim;
    const field = `${claimsFile(id)} “${text}”`;
    const document = claim.document ?? (others.length === 0 ? only : undefined);
    const hrefOf = (line: number) =>
      inField(`${field} line`, () => lineHref(line, sources, document, claim.neighbour));
    const quoted = inField(`${field} line`, () => linesOf(claim)).map(hrefOf);
    return {
      study,
      entry,
      document,
      text,
      quoted: quoted.length > 0 ? quoted : undefined,
      ...outcomeOf(claim, field, scope),
      against: against && { says: against.says, href: against.url ?? hrefOf(against.line) },
      today:
        today && inField(`${field} today`, () => today.map((each) => todayOf(claim, each, scope))),
      likely,
      missing,
      here,
      known,
    };
  });
}

/** The lines of a claim’s quotations: one for all, or one for each. */
function linesOf({ text, line = [] }: Claim): number[] {
  const lines = [line].flat();
  const quotations = text.match(quotation)?.length ?? 0;
  const fits = quotations > 0 && [1, quotations].includes(lines.length);
  if (lines.length === 0 || fits) return lines;
  const expected = quotations === 0 ? 'none, because nothing is quoted' : `1 or ${quotations}`;
  throw new Error(`got ${lines.length} lines, expected ${expected}`);
}

function lineHref(
  line: number,
  sources: ClaimingEntry['sources'],
  document: string | undefined,
  neighbour: string | undefined,
): string {
  const source = sources.get(document ?? '');
  if (!source) {
    throw new Error(`got document ${document}, expected one of ${list(sources.keys())}`);
  }
  const { neighbours = [] } = source;
  const file = neighbour === undefined ? source : neighbours.find(({ id }) => id === neighbour);
  if (file) return lineAddress(source, file, line);
  const known = list(neighbours.map(({ id }) => id));
  throw new Error(`got neighbour "${neighbour}" of ${document}, expected one of ${known}`);
}

function todayOf(claim: Claim, today: Today, scope: Scope): TodayFigure {
  const { record, of, to, workload, as, says } = today;
  const result = findMeasured(scope, record);
  const { client, place, time } = rowIn(result, of, workload);
  const ratio = to === undefined ? undefined : pairIn(result, of, to, workload);
  const figure = ratio ?? time;
  if (figure === undefined) throw new Error(`got no time of "${of}", expected one`);
  const said = says ?? (claim.unit === '×' || as ? claim.stated : undefined);
  const turned = as ?? ((each: number) => each);
  const study = withOutsideOf(scope.study, [result.environment]);
  const nameOf = (arm: string): string => plainName(libraryOf(study, arm).label);
  return {
    record: result.id,
    of: nameOf(of),
    to: to === undefined ? undefined : nameOf(to),
    operation: operationOf(study, workload),
    workload,
    arms: { of, to },
    figure,
    verdict:
      ratio && said
        ? judgeToday(readStated(said), { low: turned(ratio.low), high: turned(ratio.high) })
        : undefined,
    client,
    roundTripMs: place.roundTripMs,
  };
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
