/** Every number of the source documents stands in a record, a claim or a configuration of the entries drawn from them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryIds, readEntry, resultFinder } from '../../cli/claims/index.ts';
import { sourceSchema } from '../collections/records.ts';
import { isCount, roundedFields } from '../../core/record/index.ts';
import { numbersIn } from '../../testing/built-pages.ts';
import { resultFields } from './scope.ts';

const root = process.cwd();
const sources = readdirSync(`${root}/content/sources`).map((file) => ({
  id: file.replace(/\.json$/, ''),
  ...sourceSchema.parse(JSON.parse(readFileSync(`${root}/content/sources/${file}`, 'utf8'))),
}));

interface Figure {
  value: number;
  /** Any, for a number in words. */
  unit: string | undefined;
  /** As a record has them. */
  digits?: string;
}

const find = resultFinder(root);
const entries = await Promise.all((await entryIds(root)).map((id) => readEntry(root, id)));

/** The claims and figures of the entries that name the document. */
async function drawnFrom(document: string) {
  const drawn = entries.filter((entry) => entry.sources.some((each) => each.document === document));
  const results = await Promise.all(drawn.flatMap(({ records }) => records).map(find));
  const quoted = results.filter((each) => each.kind === 'quoted');
  const claims = drawn.flatMap((entry) => entry.claims);
  const figures: Figure[] = [
    ...quoted.flatMap(({ rows }) =>
      rows.flatMap(({ quoted: row = undefined }) =>
        Object.entries(resultFields).flatMap(([field, [unit]]): Figure[] => {
          const value: unknown = row && Reflect.get(row, field);
          if (unit === undefined || typeof value !== 'number') return [];
          const rounded = roundedFields.find((each) => each === field);
          return [{ value, unit, digits: (rounded && row?.printed?.[rounded]) ?? String(value) }];
        }),
      ),
    ),
    ...quoted.flatMap((result) =>
      result.figures.flatMap(({ unit, printed, ...ends }) =>
        (['value', 'low', 'high'] as const).flatMap((end): Figure[] => {
          const value = ends[end];
          return value === undefined
            ? []
            : [{ value, unit, digits: printed?.[end] ?? String(value) }];
        }),
      ),
    ),
    ...claims.flatMap(({ stated, unit = '' }) =>
      stated === true ? [] : numbersIn(stated).map((value) => ({ value, unit })),
    ),
    ...drawn
      .flatMap(({ configuration }) => configuration)
      .flatMap(({ value, unit = '' }): Figure[] =>
        typeof value === 'string'
          ? numbersIn(value).map((each) => ({ value: each, unit: undefined }))
          : [value].flat().map((each) => ({ value: each, unit })),
      ),
  ];
  return { claims, figures };
}

type Listed = (typeof sources)[number]['numbers'][number];

/** The same number of calls and of operations is one figure. */
const says = ({ value, unit }: Figure, listed: Listed): boolean =>
  value === listed.value &&
  (unit === undefined ||
    unit === listed.unit ||
    (isCount(listed.unit) && isCount(unit as Listed['unit'])));

/** A number with each of its decimals, as it stands in a text: `17.00`. */
const digitsIn = (text: string): string[] => text.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];

/** The numbers in a printed text: `400K-500K calls/sec` has two, and `Zero dependencies` has one. */
function printed(text: string): number[] {
  const numbers = [...text.replaceAll(',', '').matchAll(/((?<!\w)-)?(\d+(?:\.\d+)?)(K(?!B))?/g)];
  const values = numbers.map(
    ([, sign = '', digits, thousands]) => Number(sign + digits) * (thousands ? 1000 : 1),
  );
  return /^zero\b/i.test(text) ? [0, ...values] : values;
}

/** Documents, and those of their neighbours that numbers are taken from. */
const lists = sources.flatMap(({ id, numbers, neighbours }) => [
  { name: id, document: id, neighbour: undefined, numbers },
  ...neighbours.map((each) => ({
    ...{ name: `${id}, ${each.id}`, document: id, neighbour: each.id },
    numbers: each.numbers,
  })),
]);

describe.each(lists)('the numbers of $name', ({ document, neighbour, numbers }) => {
  it('are listed in the order of their lines, as printed', () => {
    const lines = numbers.map(({ line }) => line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    for (const { text, value } of numbers) expect(printed(text)).toContain(value);
    if (neighbour === undefined) expect(numbers.length).toBeGreaterThan(0);
  });

  it('are held by an entry, or have the reason why not', async () => {
    const { figures } = await drawnFrom(document);
    const wrong = numbers.filter(
      (each) => (each.reason === undefined) !== figures.some((figure) => says(figure, each)),
    );
    expect(wrong).toEqual([]);
  });

  it('stand in the lines that claims name', async () => {
    const { claims } = await drawnFrom(document);
    const wrong = claims.filter(({ stated, unit = '', line, neighbour: own }) => {
      const lines = [line ?? []].flat();
      if (own !== neighbour || stated === true || lines.length === 0) return false;
      // What is no number of the document, such as “no dependencies”, has no line there.
      return digitsIn(stated).some((digits) => {
        const alike = numbers.filter(
          (each) =>
            Math.abs(each.value) === Number(digits) && says({ value: each.value, unit }, each),
        );
        return alike.length > 0 && !alike.some((each) => lines.includes(each.line));
      });
    });
    expect(wrong).toEqual([]);
  });
});

it.each(sources)(
  'records drawn from $id have digits that it or a neighbour prints',
  async (source) => {
    const all = [...source.numbers, ...source.neighbours.flatMap((each) => each.numbers)];
    const { claims, figures } = await drawnFrom(source.id);
    const wrong = figures.filter((figure) => {
      const { digits, value, unit = '' } = figure;
      if (digits === undefined || isCount(unit as Listed['unit'])) return false;
      const printings = all
        .filter((each) => says(figure, each))
        .flatMap(({ text }) => digitsIn(text).filter((each) => Number(each) === Math.abs(value)));
      return printings.length > 0 && !printings.includes(digits.replace('-', ''));
    });
    expect(wrong).toEqual([]);
    expect(claims.some(({ line }) => line !== undefined)).toBe(true);
  },
);
