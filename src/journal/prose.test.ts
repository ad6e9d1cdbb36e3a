/** Figures typed into prose. Only elements may put them there. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEntryFile } from './entry-file.ts';
import { typedFigures, withoutElements } from './testing/prose.ts';

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
])('a typed figure is found: %s', (text, figure) => {
  expect(typedFigures(text)).toContain(figure);
});

it('elements leave the sentences of claims and the names of tables', () => {
  const body = `It took <Number value={($) => $.mean([1, 2].map((n) => { return n; })) > 1} unit="ms" />, and
<Number
  value={($) => $.figure(\`x-\${'y'}\`)}
  decimals='2'
/>, **<Claim holds={($) => $.figure('a') > 1}>All\nof <Ratio of="a" /> it</Claim>**.

<Ratios of="a b" rows="A | B"
  corner="C" columns="D" />`;
  expect(withoutElements(body)).toBe('It took , and\n, **All\nof  it**.\n\nA | B | C | D');
});

const files = globSync('content/entries/**/*.mdx');

/** Texts of the front matter that are prose. Configuration quotes its source. */
const fields = ['title', 'description', 'changed', 'conclusions', 'next', 'vantage'];

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

it.each(globSync('content/today/*/*.mdx'))('%s has every figure from a record', (file) => {
  const prose = withoutElements(readFileSync(file, 'utf8'));
  expect(typedFigures(prose)).toEqual([]);
  expect(/<[A-Z]\w*|^import\s|\{/m.exec(prose)?.[0]).toBeUndefined();
});

describe.each(files)('%s', (file) => {
  const text = readFileSync(file, 'utf8');

  it('has every figure from a record', () => {
    const { body, data } = readEntryFile(text, file);
    const prose = withoutElements(body);
    const front = fields.flatMap((field) => textsOf(data[field]));
    expect([...front, prose].flatMap(typedFigures)).toEqual([]);
    // Plain Markdown and numbers: nothing else may carry a figure in.
    const plain = prose.replaceAll(/`[^`]*`|^<\/?ListTable>$|^<NetworkTimes \/>$/gm, '');
    expect(/<[A-Z]\w*|^import\s|\{/m.exec(plain)?.[0]).toBeUndefined();
  });

  it('is wrapped, but for addresses', () => {
    const lines = text.split('\n').filter((line) => !line.includes('https://'));
    expect(lines.filter((line) => line.length > 160)).toEqual([]);
  });
});
