import { describe, expect, it } from 'vitest';
import { replaceElements } from './testing/prose.ts';

const file = 'content/entries/sums/2025-01-02-own.mdx';

describe('the elements of a body', () => {
  const replaced = (body: string) => {
    const as = (name: string) => (attributes: object) => `${name} ${JSON.stringify(attributes)}`;
    const Claim = (attributes: object, inside: string) => `[${as('C')(attributes)} ${inside}]`;
    return replaceElements(body, file, { Claim, Number: as('N'), Ratio: as('R'), Ratios: as('T') });
  };

  it('are replaced where they stand', async () => {
    const body = `It took <Number of='$r("a", "b").totalMs > 1' unit="ms" />, and
<Number
  of="$f(&quot;x&quot;)"
  unit=""
  decimals='2'
/>, <Ratio of="a" /> of it.

<Ratios of="a b"
  to="c" />`;
    expect(await replaced(body)).toBe(
      'It took N {"of":"$r(\\"a\\", \\"b\\").totalMs > 1","unit":"ms"}, and\n' +
        'N {"of":"$f(\\"x\\")","unit":"","decimals":"2"}, R {"of":"a"} of it.\n\n' +
        'T {"of":"a b","to":"c"}',
    );
    expect(await replaced('No number.')).toBe('No number.');
  });

  it('may hold a sentence with others in it', async () => {
    const body =
      '**<Claim of="$a > 1">All\nof it</Claim>**, <Claim of=\'1\'>took <Ratio of="a" /></Claim>.';
    expect(await replaced(body)).toBe(
      '**[C {"of":"$a > 1"} All\nof it]**, [C {"of":"1"} took R {"of":"a"}].',
    );
  });

  it.each([
    '<Claim of="1" />',
    '<Claim of="1">All.',
    '<Number of={formula} unit="ms" />',
    '<Number of="1">',
    '<Number of="1" unit="ms"></Number>',
    '<Ratio of={arm} />',
  ])('%s is refused', async (body) => {
    await expect(replaced(`It took ${body}.`)).rejects.toThrow(
      `${file}: got ${JSON.stringify(body).slice(0, 7)}`,
    );
  });
});
