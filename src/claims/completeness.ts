/** Whether each number of a source document has found its place: in a record, a claim or a configuration. */
import type { QuotedRecord } from '../harness/quoted-record.ts';
import type { Claim } from './claim.ts';
import { quantitiesIn, sameQuantity, type Quantity } from './quantities.ts';
import type { ConfigurationItem } from './scope.ts';

/** One number of a document, as `content/sources/` has it. */
export interface SourceNumber extends Quantity {
  line: number;
  text: string;
  /** Why it is expected in no record, claim or configuration. */
  reason?: string | undefined;
}

/** What an entry holds besides its text. */
export interface EntryFigures {
  configuration: readonly ConfigurationItem[];
  claims: ReadonlyArray<Pick<Claim, 'stated' | 'unit'>>;
  /** Its quoted records. */
  records: ReadonlyArray<Pick<QuotedRecord, 'results' | 'figures'>>;
}

const resultUnits = {
  operations: 'operations',
  clients: 'clients',
  completed: 'operations',
  totalMs: 'ms',
  msPerOperation: 'ms',
  latencyMs: 'ms',
  operationsPerSecond: '/s',
  megabytesPerSecond: 'MB/s',
} as const;

type ResultField = keyof typeof resultUnits;

const resultFields = Object.keys(resultUnits) as ResultField[];

/** Every figure that an entry holds. */
export function figuresOf({ configuration, claims, records }: EntryFigures): Quantity[] {
  return [
    ...records.flatMap(({ results }) => results).flatMap(ofResult),
    ...records.flatMap(({ figures }) => figures).flatMap(ofFigure),
    ...claims.flatMap(ofClaim),
    ...configuration.flatMap(ofConfiguration),
  ];
}

function ofResult(result: QuotedRecord['results'][number]): Quantity[] {
  return resultFields.flatMap((field) => {
    const value = result[field];
    return value === undefined ? [] : [{ value, unit: resultUnits[field] }];
  });
}

function ofFigure({ value, low, high, unit }: QuotedRecord['figures'][number]): Quantity[] {
  return [value, low, high].flatMap((each) => (each === undefined ? [] : [{ value: each, unit }]));
}

/** The value stated, not the wording, which any number may stand in. */
function ofClaim({ stated, unit = '' }: EntryFigures['claims'][number]): Quantity[] {
  return stated === true ? [] : quantitiesIn(stated).map(({ value }) => ({ value, unit }));
}

function ofConfiguration({ value, unit = '' }: ConfigurationItem): Quantity[] {
  if (typeof value === 'string') {
    return quantitiesIn(value).map((each) => (each.unit === '' ? { ...each, unit } : each));
  }
  return [value].flat().map((each) => ({ value: each, unit }));
}

/**
 * What is wrong with the list of a document's numbers, one line each: numbers that no entry holds
 * and that give no reason for it, and reasons given for numbers that an entry does hold.
 */
export function complaints(numbers: readonly SourceNumber[], held: readonly Quantity[]): string[] {
  return numbers.flatMap((each) => {
    const { line, text, value, unit, reason } = each;
    const isHeld = held.some((figure) => sameQuantity(figure, each));
    const which = `line ${line}: ${text} (${[value, unit].join(' ').trim()})`;
    if (!isHeld && reason === undefined) return [`${which}: in no record, claim or configuration`];
    if (isHeld && reason !== undefined) {
      return [`${which}: is held, expected no reason, got "${reason}"`];
    }
    return [];
  });
}
