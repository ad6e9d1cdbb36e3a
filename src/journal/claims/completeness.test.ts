/** Every number of the source documents stands in a record, a claim or a configuration of the entries drawn from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { entryIds, readEntry, resultFinder } from '../../cli/claims/index.ts';
import { isCount, roundedFields, type Unit } from '../../core/record/index.ts';
import { numbersIn } from '../../testing/built-pages.ts';
import { sourceSchema } from '../collections/records.ts';
import { readClaims } from './claim.ts';
import { resultUnits } from './figures.ts';

const root = process.cwd();
const find = resultFinder(root);
const entries = await Promise.all(
  (await entryIds(root)).map(async (id) => ({
    ...(await readEntry(root, id)),
    claims: await readClaims(pathToFileURL(`${root}/`), id),
  })),
);

interface Figure {
  value: number;
  /** Any, for a number in words. */
  unit: Unit | undefined;
  /** As a record has them. */
  digits?: string;
}

/** The claims and figures of the entries that name the document. */
function drawnFrom(document: string) {
  const drawn = entries.filter((entry) => entry.sources.some((each) => each.document === document));
  const claims = drawn.flatMap((entry) => entry.claims);
  const quoted = drawn
    .flatMap(({ records }) => records.map(find))
    .filter((each) => each.kind === 'quoted');
  const inRows = quoted.flatMap(({ rows }) =>
    rows.flatMap(({ quoted: row }) =>
      Object.entries(resultUnits).flatMap(([field, [unit]]): Figure[] => {
        const value: unknown = row && Reflect.get(row, field);
        if (typeof value !== 'number') return [];
        const rounded = roundedFields.find((each) => each === field);
        return [{ value, unit, digits: (rounded && row?.printed?.[rounded]) ?? String(value) }];
      }),
    ),
  );
  const inFigures = quoted.flatMap(({ figures }) =>
    figures.flatMap(({ unit, printed, ...ends }) =>
      (['value', 'low', 'high'] as const).flatMap((end): Figure[] => {
        const value = ends[end];
        return value === undefined
          ? []
          : [{ value, unit, digits: printed?.[end] ?? String(value) }];
      }),
    ),
  );
  const inClaims = claims.flatMap(({ stated = '', unit = '' }) =>
    numbersIn(stated).map((value): Figure => ({ value, unit })),
  );
  const inConfigurations = drawn.flatMap(({ configuration }) =>
    configuration.flatMap(({ value, unit = '' }): Figure[] =>
      typeof value === 'string'
        ? numbersIn(value).map((each) => ({ value: each, unit: undefined }))
        : [value].flat().map((each) => ({ value: each, unit })),
    ),
  );
  return { claims, figures: [...inRows, ...inFigures, ...inClaims, ...inConfigurations] };
}

interface Listed {
  value: number;
  unit: Unit;
}

/** The same number of calls and of operations is one figure. */
const says = ({ value, unit }: Figure, listed: Listed): boolean =>
  value === listed.value &&
  (unit === undefined || unit === listed.unit || (isCount(listed.unit) && isCount(unit)));

/** A number with each of its decimals, as it stands in a text: `17.00`. */
const digitsIn = (text: string): string[] => text.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];

/** The numbers in a printed text: `400K-500K calls/sec` has two, and `Zero dependencies` has one. */
function printed(text: string): number[] {
  const numbers = text.replaceAll(',', '').matchAll(/((?<!\w)-)?(\d+(?:\.\d+)?)(K(?!B))?/g);
  const values = [...numbers].map(
    ([, sign = '', digits, thousands]) => Number(sign + digits) * (thousands ? 1000 : 1),
  );
  return /^zero\b/i.test(text) ? [0, ...values] : values;
}

const documents = readdirSync(`${root}/content/sources`).map((file) => {
  const text = readFileSync(`${root}/content/sources/${file}`, 'utf8');
  return { id: file.replace(/\.json$/, ''), ...sourceSchema.parse(JSON.parse(text)) };
});

describe.each(documents)('the numbers of $id', ({ id, numbers: own, neighbours }) => {
  const { claims, figures } = drawnFrom(id);
  const files = [{ id: undefined, numbers: own }, ...neighbours];
  const all = files.flatMap(({ numbers }) => numbers);

  it('are listed in the order of their lines, as printed', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const { numbers } of files) {
      const lines = numbers.map(({ line }) => line);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      for (const { text, value } of numbers) expect(printed(text)).toContain(value);
    }
  });

  it('are held by an entry, or have the reason why not', () => {
    const isHeld = (each: Listed) => figures.some((figure) => says(figure, each));
    expect(all.filter((each) => (each.reason === undefined) !== isHeld(each))).toEqual([]);
  });

  it('stand in the lines that claims name', () => {
    const wrong = claims.filter(({ stated = '', unit = '', line, neighbour }) => {
      const lines = [line ?? []].flat();
      const numbers = files.find((file) => file.id === neighbour)?.numbers ?? [];
      // What is no number of the document, such as “no dependencies”, has no line there.
      return digitsIn(lines.length === 0 ? '' : stated).some((digits) => {
        const alike = numbers.filter(
          (each) =>
            Math.abs(each.value) === Number(digits) && says({ value: each.value, unit }, each),
        );
        return alike.length > 0 && !alike.some((each) => lines.includes(each.line));
      });
    });
    expect(wrong).toEqual([]);
    expect(claims.some(({ line }) => line !== undefined)).toBe(true);
  });

  it('have the digits in records that the document or a neighbour prints', () => {
    const wrong = figures.filter((figure) => {
      const { digits, value, unit = '' } = figure;
      if (digits === undefined || isCount(unit)) return false;
      const printings = all
        .filter((each) => says(figure, each))
        .flatMap(({ text }) => digitsIn(text).filter((each) => Number(each) === Math.abs(value)));
      return printings.length > 0 && !printings.includes(digits.replace('-', ''));
    });
    expect(wrong).toEqual([]);
  });
});
