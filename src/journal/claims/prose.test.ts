import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEntryFile } from './claim.ts';
import { typedFigures, withoutElements } from './testing/prose.ts';

// Figures typed into prose, where only elements may put them.

describe('a typed figure is found', () => {
  it.each([
    ['It took 24 ms.', '24 ms'],
    ['1.28x-1.56x slower', '1.28x'],
    ['a factor of 1.42×', '1.42×'],
    ['2–3 % at most', '2–3 %'],
    ['a 5-second test', '5-second'],
    ['3 times as long', '3 times'],
    ['a 10-fold gain', '10-fold'],
    ['1,179 req/s', '1,179 req/s'],
    ['10 Mbit/s', '10 Mbit/s'],
    ['100 concurrent clients', '100 concurrent clients'],
    ['Node.js 22 was 33% faster', '33%'],
  ])('%s', (text, figure) => {
    expect(typedFigures(text)).toContain(figure);
  });
});

const files = globSync('content/entries/**/*.mdx');

/** Texts of the front matter that are prose. Claims and configuration quote their source. */
const fields = ['title', 'description', 'changed', 'conclusions', 'next', 'vantage'];

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

describe('every figure in an entry comes from a record', () => {
  it.each(files)('%s', (file) => {
    const { body, data } = readEntryFile(readFileSync(file, 'utf8'), file);
    const found = Object.fromEntries(
      fields.map((field) => [field, textsOf(data[field]).flatMap(typedFigures)]),
    );
    const prose = withoutElements(body, file);
    expect({ ...found, body: typedFigures(prose) }).toEqual({
      ...Object.fromEntries(fields.map((field) => [field, []])),
      body: [],
    });
    // Plain Markdown and numbers: nothing else may carry a figure in.
    const text = prose.replaceAll(/`[^`]*`|^<\/?ListTable>$|^<NetworkTimes \/>$/gm, '');
    expect(/<[A-Z]\w*|^import\s|\{/m.exec(text)?.[0]).toBeUndefined();
  });
});

describe('a text that is wrapped', () => {
  it.each([...files, ...globSync('content/studies/*.mdx')])('%s', (file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    // No address can be wrapped, and no formula.
    const isOne = (line: string): boolean => /https:\/\/|<Number of='/.test(line);
    expect(lines.filter((line) => line.length > 160 && !isOne(line))).toEqual([]);
  });
});

describe('the elements of a body', () => {
  const file = 'content/entries/sums/2025-01-02-own.mdx';

  it('leave the sentences of claims and the names of tables', () => {
    const body = `It took <Number of='$r("a", "b").totalMs > 1' unit="ms" />, and
<Number
  of="$f(&quot;x&quot;)"
  decimals='2'
/>, **<Claim of="$a > 1">All\nof <Ratio of="a" /> it</Claim>**.

<Ratios of="a b" rows="A | B"
  corner="C" columns="D" />`;
    const rest = 'It took , and\n, **All\nof  it**.\n\nC | A | B | D';
    expect(withoutElements(body, file)).toBe(rest);
    expect(withoutElements('No number.', file)).toBe('No number.');
  });

  it.each([
    '<Claim of="1" />',
    '<Claim of="1">All.',
    '<Number of={formula} unit="ms" />',
    '<Number of="1">',
    '<Number of="1" unit="ms"></Number>',
    '<Ratio of={arm} />',
  ])('%s are refused', (body) => {
    expect(() => withoutElements(`It took ${body}.`, file)).toThrow(
      `${file}: got ${JSON.stringify(body).slice(0, 7)}`,
    );
  });
});
