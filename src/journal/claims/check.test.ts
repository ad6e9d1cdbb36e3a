import { describe, expect, it } from 'vitest';
import { checkClaims, type FindSource } from './check.ts';
import { claimSchema } from './claim.ts';
import { measuredResult, testScope } from './testing/scope.ts';

const findSource: FindSource = async (id) =>
  id === 'log'
    ? {
        repository: 'owner/sums',
        path: 'LOG.md',
        commit: 'abc1234',
        neighbours: [{ id: 'notes', path: 'NOTES.md', commit: 'def5678' }],
      }
    : undefined;

const checkFrom = (documents: readonly string[], ...claims: object[]) =>
  checkClaims(
    {
      id: 'sums/2025-01-02-own',
      claims: claims.map((claim) => claimSchema.parse(claim)),
      sources: documents.map((document) => ({ document })),
    },
    testScope({}, { 'sums/measured': measuredResult(1.5) }),
    findSource,
  );

const check = (...claims: object[]) => checkFrom(['log', 'log'], ...claims);

const slower = { text: 'slower', unit: '×', of: '$ratio("slow", "add")' };

describe('checking a claim', () => {
  it('shows what was stated, and what the figures give with one digit more', async () => {
    expect(await check({ ...slower, stated: '1.4' })).toEqual([
      {
        ...{ study: 'sums', entry: '2025-01-02-own', document: 'log', text: 'slower' },
        ...{ stated: '1.4×', recomputed: '1.42×', verdict: 'holds' },
      },
    ]);
  });

  const gain = { text: 'x', unit: '%', of: '[$low("gain"), $high("gain")]' };
  const within = { text: 'x', unit: '×', of: '["add", "take"].$ratio("slow", $)' };
  const under = { text: 'x', unit: '×', of: '$ratio("slow", "add") - 0.0244' };
  const drift = { text: 'x', unit: '%', of: '$f("drift") + 7.1' };
  const words = { text: 'x', stated: true, shows: '$ratio("slow", "add")' };
  it.each([
    [{ ...slower, stated: '1.42' }, 'holds: 1.42×, 1.424×, 1.4238–1.4252×'],
    [{ ...slower, stated: '1.43' }, 'rounded differently: 1.43×, 1.424×, 1.4238–1.4252×'],
    [{ ...slower, stated: '1.7' }, 'does not hold: 1.7×, 1.42×'],
    // What the digits also allow is said, and decides nothing.
    [{ ...gain, stated: '2–4' }, 'rounded differently: 2–4 %, 2–3 %, 1.5–3.5 %'],
    [{ ...within, stated: 'within 1–2' }, 'holds: within 1–2×, 1.4–2.0×'],
    [{ ...under, stated: '<1.4' }, 'does not hold: <1.4×, 1.4001×, 1.399–1.401×'],
    [{ ...words, of: '$ratio("slow", "take") < 1' }, 'does not hold: in words, 1.424'],
    // What should come, and words without a number, have what is so beside them and no judgement.
    [{ ...slower, as: 'expectation', stated: '9' }, 'expectation: 9×, 1.4×'],
    [{ ...words, as: 'description' }, 'described, not judged: in words, 1.424'],
    // A 0 has the digits that it is stated with.
    [{ ...drift, stated: '0.000' }, 'does not hold: 0.000 %, −0.1000 %'],
  ])('%j: %s', async (claim, expected) => {
    const [checked] = await check(claim);
    const { verdict, stated, recomputed, between } = checked ?? {};
    const values = [stated, recomputed, between].filter((each) => each !== undefined);
    expect(`${verdict}: ${values.join(', ')}`.replaceAll('\u202f', ' ')).toBe(expected);
  });

  it.each([
    ['$ratio("slow", "add") > 1.424', "can't be told", true],
    ['$ratio("slow", "add") > 1.425', "can't be told", false],
    ['$ratio("slow", "add") > 1.43', 'does not hold', undefined],
    // Sameness is of what is printed, whatever digits are not.
    ['$r("slow", "add").totalMs = 24.43', 'holds', undefined],
  ])('judges a comparison in words: %s', async (of, verdict, asPrinted) => {
    const [checked] = await check({ text: 'x', stated: true, of, shows: '"x"' });
    expect([checked?.verdict, checked?.asPrinted]).toEqual([verdict, asPrinted]);
  });

  it('counts a figure that is printed beside', async () => {
    const [of, byRate] = [
      '$r("slow", "rate").msPerOperation / $r("fast", "rate").msPerOperation',
      '$r("fast", "rate").operationsPerSecond / $r("slow", "rate").operationsPerSecond',
    ];
    const [rate] = await check({ text: 'x', stated: '1.09', unit: '×', of, also: byRate });
    expect(rate).toMatchObject({ verdict: 'holds', recomputed: '1.0949×', unaided: '1.096×' });
    const also = { of: '$f("drift") + 20', also: '$f("drift") + 9.2' };
    const [named] = await check({ text: 'x', stated: '2', unit: '%', ...also });
    expect(named).toMatchObject({ verdict: 'holds', recomputed: '2.0\u202f%' });
  });

  it('has beside it what the same gives in a record measured here', async () => {
    const ratio = { record: 'measured', of: 'slow', to: 'fast', workload: 'add' };
    const [checked] = await check({ ...slower, stated: '1.4', today: [ratio] });
    expect(checked?.today).toMatchObject([
      { record: 'sums/measured', of: 'slow', to: 'fast', figure: { value: 1.5 }, client: 'node' },
    ]);
    const lost = { ...slower, stated: '1.4', today: [{ ...ratio, of: 'quick' }] };
    await expect(check(lost)).rejects.toThrow(/claims\.0\.today: .*got "quick"/);
  });

  it('leads to the entry that measured what contradicts it, with its figures', async () => {
    const against = { says: 'no', url: 'https://example.org/' };
    const [here, shows] = ['/studies/sums/2025-01-02-own/', '$ratio("slow", "take") & "×"'];
    expect((await check({ text: 'x', stated: true, against, shows, here }))[0]).toMatchObject({
      ...{ verdict: 'does not hold', recomputed: '2×', against: { href: 'https://example.org/' } },
      here,
    });
  });

  it('leads quotations to their lines', async () => {
    const line = (number: number) =>
      `https://github.com/owner/sums/blob/abc1234/LOG.md?plain=1#L${number}`;
    const missing = 'a run';
    const [one, two, against] = await check(
      { text: '“a” and “b”', line: 3, stated: true, missing },
      { text: '“a” and “b”', line: [3, 5], stated: true, missing },
      { text: '“a”', line: 3, stated: true, against: { says: '“not a”', line: 7 } },
    );
    expect(one?.quoted).toEqual([line(3)]);
    expect(two?.quoted).toEqual([line(3), line(5)]);
    expect(against?.against).toEqual({ says: '“not a”', href: line(7) });
  });

  it('leads to the line of a neighbour, at the neighbour’s own commit', async () => {
    const claim = { ...slower, text: '“slower”', stated: '1.42', line: 7 };
    expect(await check({ ...claim, neighbour: 'notes' })).toEqual([
      expect.objectContaining({
        quoted: ['https://github.com/owner/sums/blob/def5678/NOTES.md?plain=1#L7'],
      }),
    ]);
    await expect(check({ ...claim, neighbour: 'other' })).rejects.toThrow(
      'claims.0.neighbour: got "other", expected one of content/sources/log.json',
    );
  });

  it('needs to know which of several documents has the line', async () => {
    const claim = { text: '“a”', line: 3, stated: true, missing: 'a run' };
    const named = await checkFrom(['log', 'other'], { ...claim, document: 'log' });
    expect(named[0]?.quoted).toHaveLength(1);
    await expect(checkFrom(['log', 'other'], claim)).rejects.toThrow(
      'claims.0.document: got none, expected the one of several that has the line',
    );
    await expect(checkFrom(['other'], claim)).rejects.toThrow(
      'claims.0.document: got "other", expected a file content/sources/other.json',
    );
  });

  it('says what is missing, and what is likely', async () => {
    const [open, wrong] = await check(
      { text: 'connecting', stated: 'within 20–50', unit: '%', missing: 'a run' },
      { ...slower, stated: '2', likely: 'The other row was read.' },
    );
    expect(open).toMatchObject({ verdict: "can't be checked", stated: 'within 20–50\u202f%' });
    expect(open).toMatchObject({ missing: 'a run', recomputed: undefined });
    expect(wrong).toMatchObject({ likely: 'The other row was read.' });
  });
});

describe('a claim says one thing', () => {
  const words = { text: 'x', stated: true };
  const against = { says: 'no', url: 'https://example.org/' };
  it.each([
    [words, 'expected one of of:, missing: and against:'],
    [{ text: 'x', stated: 'about 3', missing: 'y' }, 'expected a number in quotes'],
    [{ ...words, missing: 'y', against }, 'expected one of of:, missing: and against:'],
    [{ ...words, of: '1' }, 'expected a formula for a comparison in words'],
    [{ ...words, missing: 'y', shows: '1' }, 'nor for what no formula checks'],
    [{ text: 'x', stated: '1', of: '1', shows: '1' }, 'expected none for a value'],
    [{ text: 'x', stated: '1', against }, 'expected true'],
    [{ ...words, against: { says: 'no' } }, 'expected either line: or url:'],
    [{ ...words, against, shows: '1' }, 'nor for what no formula checks'],
    [{ ...words, as: 'expectation', of: '1', missing: 'y' }, 'expected of: or missing: at most'],
    [{ ...words, as: 'description', missing: 'y' }, 'expected stated: true and shows: at most'],
    [{ text: 'x', stated: '1', as: 'description' }, 'expected stated: true and shows: at most'],
    [{ ...words, missing: 'y', line: 3 }, 'expected none, because nothing is quoted'],
    [{ text: '“a”', stated: true, missing: 'y', line: [3, 4] }, 'one for each of 1 quotations'],
  ])('%j is refused', (claim, message) => {
    expect(claimSchema.safeParse(claim).error?.issues.map((issue) => issue.message)).toContainEqual(
      expect.stringContaining(message),
    );
  });
});

it.each([
  [{ text: 'x', stated: '1', of: '$f("none")' }, /claims\.0\.of: got no figure "none"/],
  [{ text: 'x', stated: '1', of: '[$low("gain"), $high("gain")]' }, /claims\.0\.of.*got 2 values/],
  [
    { text: 'x', stated: true, of: '$f("drift")', shows: '"x"' },
    /got -7.2, expected true or false/,
  ],
  [{ text: 'x', stated: true, of: '$f("drift") < 0', shows: '$f("none")' }, /claims\.0\.shows/],
])('a broken formula fails with its file: %j', async (claim, message) => {
  await expect(check(claim)).rejects.toThrow(message);
  await expect(check(claim)).rejects.toThrow(/^content\/entries\/sums\/2025-01-02-own\.mdx claims/);
});
